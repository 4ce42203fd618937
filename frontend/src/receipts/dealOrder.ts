/** The order in which a house lays its cards; nobody sees them, so places are all it takes. */
export const DEALER = 0;
export const BOARD = 7;

export function sequence(procedure: string, seats: readonly number[]): number[] {
  const hands = [...seats].sort((one, two) => one - two).concat(DEALER);
  const board = Array<number>(5).fill(BOARD);
  if (procedure === 'shoe') return [...hands, ...hands, ...board];
  const pairs = hands.flatMap((place) => [place, place]);
  if (procedure === 'hand-held') return pairs;
  return procedure === 'community-first' ? [...board, ...pairs] : [...pairs, ...board];
}

/** Whether community cards lie face down before they are turned (LW-2 has them in the hand). */
export function lieDown(procedure: string): boolean {
  return procedure !== 'hand-held';
}
