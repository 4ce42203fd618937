/** Wagers as they are settled within a seat, won or lost. */
const ORDER = ['ante', 'play', 'blind', 'trips', 'bad_beat', 'ultimate_pairs', 'progressive', 'envy'];

export function inOrder<T>(wagers: Record<string, T>): [string, T][] {
  return Object.entries(wagers).sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other));
}
