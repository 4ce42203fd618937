/** The name of a starting hand: AKs, AKo, AA; empty if the cards are hidden. */
const RANKS = 'AKQJT98765432';

export function startingHand(cards: readonly (string | null)[]): string {
  const [one, other] = cards;
  if (!one || !other) return '';
  const [high = '', low = ''] = [one, other]
    .map((card) => card[0] ?? '')
    .sort((first, second) => RANKS.indexOf(first) - RANKS.indexOf(second));
  if (high === low) return high + low;
  return `${high}${low}${one[1] === other[1] ? 's' : 'o'}`;
}
