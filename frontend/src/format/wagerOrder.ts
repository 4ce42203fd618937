/** The order in which the wagers of a seat are settled. */
const ORDER = ['ante', 'play', 'blind', 'trips', 'bad_beat', 'ultimate_pairs', 'progressive', 'envy'];

export function inSettlementOrder<T>(wagers: Record<string, T>): [string, T][] {
  return Object.entries(wagers).sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other));
}
