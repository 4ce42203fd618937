/** The felt's small rules: chips, cover, the order of the deal, and how long things take. */
import { describe, expect, it } from 'vitest';

import { acted, event, settled } from '../lib/fixtures';
import { colourOf, pile } from './chips';
import { coverLeft } from './bankCover';
import { BOARD, DEALER, lieDown, sequence } from '../receipts/dealOrder';
import { lastsOf, TIMES } from '../stage/timing';

describe('pile', () => {
  it('takes the largest chips first, in whatever order they are listed', () => {
    expect(pile(3_600, [100, 2_500, 500])).toEqual([2_500, 500, 500, 100]);
  });

  it('stops at the height of a pile, and where no chip fits', () => {
    expect(pile(1_000, [100], 3)).toEqual([100, 100, 100]);
    expect(pile(100_000, [100])).toHaveLength(7);
    expect(pile(150, [100])).toEqual([100]);
    expect(pile(0, [100])).toEqual([]);
  });
});

it('gives every usual chip a colour of its own', () => {
  const usual = [100, 500, 2_500, 10_000, 50_000, 100_000].map(colourOf);
  expect(new Set(usual).size).toBe(6);
  expect(usual).not.toContain(colourOf(300));
});

describe('coverLeft', () => {
  it('counts all action against the wager, and never falls below zero', () => {
    expect(coverLeft('action', 1_000, 300, 200)).toEqual({ pays: 500, collects: 500 });
    expect(coverLeft('action', 1_000, 800, 900)).toEqual({ pays: 0, collects: 0 });
  });

  it('counts the net where the house does: what is collected can be paid again', () => {
    expect(coverLeft('net', 1_000, 300, 200)).toEqual({ pays: 900, collects: 1_100 });
  });

  it('counts paying and collecting apart otherwise', () => {
    expect(coverLeft('each', 1_000, 300, 200)).toEqual({ pays: 700, collects: 800 });
  });
});

describe('sequence', () => {
  const board = [BOARD, BOARD, BOARD, BOARD, BOARD];

  it('deals pairs in the order of the seats, the dealer last, then the board', () => {
    expect(sequence('shuffler', [5, 2])).toEqual([2, 2, 5, 5, DEALER, DEALER, ...board]);
  });

  it('deals the board first where the house does', () => {
    expect(sequence('community-first', [3])).toEqual([...board, 3, 3, DEALER, DEALER]);
  });

  it('deals one card at a time from a shoe', () => {
    expect(sequence('shoe', [2, 5])).toEqual([2, 5, DEALER, 2, 5, DEALER, ...board]);
  });

  it('keeps the board in the hand where the deck is hand-held', () => {
    expect(sequence('hand-held', [1])).toEqual([1, 1, DEALER, DEALER]);
    expect(['shuffler', 'shoe', 'community-first', 'hand-held'].map(lieDown)).toEqual([true, true, true, false]);
  });
});

it('gives time to what is looked at, and none to bookkeeping', () => {
  expect(lastsOf(event('BoardTurned', { cards: [] }))).toBe(TIMES.turn);
  expect(lastsOf(acted({}))).toBe(TIMES.act);
  expect(lastsOf(settled({ wager: 'ante' }))).toBe(TIMES.settle);
  expect(lastsOf(settled({ wager: 'envy' }))).toBe(TIMES.moment);
  expect(lastsOf(event('RoundClosed', { round: 1 }))).toBe(0);
  expect(lastsOf(event('ChipsAdded', { player: 'Ann', chips: 100 }))).toBe(0);
});
