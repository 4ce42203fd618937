import { describe, expect, it } from 'vitest';

import { BOARD, boardIsDealtDown, DEALER, dealSequence, deckPositions } from './dealOrder';

const board = [BOARD, BOARD, BOARD, BOARD, BOARD];

describe('dealSequence', () => {
  it('deals pairs in the order of the seats, the dealer last, then the board', () => {
    expect(dealSequence('shuffler', [5, 2])).toEqual([2, 2, 5, 5, DEALER, DEALER, ...board]);
  });

  it('deals the board first if the house does', () => {
    expect(dealSequence('community-first', [3])).toEqual([...board, 3, 3, DEALER, DEALER]);
  });

  it('deals one card at a time from a shoe', () => {
    expect(dealSequence('shoe', [2, 5])).toEqual([2, 5, DEALER, 2, 5, DEALER, ...board]);
  });

  it('leaves the board in the hand if the deck is hand-held', () => {
    expect(dealSequence('hand-held', [1])).toEqual([1, 1, DEALER, DEALER]);
    expect(deckPositions('hand-held', [1])).toEqual([1, 1, DEALER, DEALER, ...board]);
    expect(['shuffler', 'shoe', 'community-first', 'hand-held'].map(boardIsDealtDown)).toEqual([true, true, true, false]);
  });
});
