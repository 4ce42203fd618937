import { describe, expect, it } from 'vitest';

import { BOARD, DEALER, deckPositions } from './dealOrder';

const board = [BOARD, BOARD, BOARD, BOARD, BOARD];

describe('deckPositions', () => {
  it('deals pairs in the order of the seats, the dealer last, then the board', () => {
    expect(deckPositions('shuffler', [5, 2])).toEqual([2, 2, 5, 5, DEALER, DEALER, ...board]);
  });

  it('deals the board first if the house does', () => {
    expect(deckPositions('community-first', [3])).toEqual([...board, 3, 3, DEALER, DEALER]);
  });

  it('deals one card at a time from a shoe', () => {
    expect(deckPositions('shoe', [2, 5])).toEqual([2, 5, DEALER, 2, 5, DEALER, ...board]);
  });

  it('takes the board after the hands also if the dealer holds it', () => {
    expect(deckPositions('hand-held', [1])).toEqual([1, 1, DEALER, DEALER, ...board]);
  });
});
