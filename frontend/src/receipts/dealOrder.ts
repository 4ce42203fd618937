/** The order in which a house deals its cards, as positions: 0 is the dealer, 1 to 6 the seats, 7 the board. */
export const DEALER = 0;
export const BOARD = 7;

/** The position of every card from the top of the deck; none is burned. */
export function deckPositions(procedure: string, seats: readonly number[]): number[] {
  const hands = [...seats].sort((one, other) => one - other).concat(DEALER);
  const board = Array<number>(5).fill(BOARD);
  if (procedure === 'shoe') return [...hands, ...hands, ...board];
  const pairs = hands.flatMap((position) => [position, position]);
  return procedure === 'community-first' ? [...board, ...pairs] : [...pairs, ...board];
}

/** The positions in the order in which cards come to the felt. */
export function dealSequence(procedure: string, seats: readonly number[]): number[] {
  const positions = deckPositions(procedure, seats);
  return boardIsDealtDown(procedure) ? positions : positions.filter((position) => position !== BOARD);
}

/** Whether the board is dealt face down before it is turned; by LW-2 it stays in the dealer's hand. */
export function boardIsDealtDown(procedure: string): boolean {
  return procedure !== 'hand-held';
}
