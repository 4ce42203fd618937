import { describe, expect, it } from 'vitest';

import { bestOf, costOf, counted, number } from './adviceValues';
import type { TableAdvice } from '../lib/schema';
import { inOrder } from '../format/wagerOrder';

const advice = (badBeat: TableAdvice['bad_beat']): TableAdvice => ({
  table: 'main', version: 1, round: 1, street: 'river', cards: [], board: [], best: 'fold', bad_beat: badBeat,
  actions: [
    { action: 'fold', ev: -2, ev_exact: '-2', cost: 0, open: true },
    { action: '1x', ev: -2.5, ev_exact: '-5/2', cost: 0.5, open: true },
  ],
});
const plain = advice(null);
const staked = advice({ best: '1x', stake: '1', stays: '1/4' });

it('reads exact values', () => {
  expect(number('3/2')).toBe(1.5);
  expect(number('-2')).toBe(-2);
});

describe('without a Bad Beat that a fold could lose', () => {
  it.each([plain, advice({ best: '', stake: '1', stays: null })])('takes the figures as they are', (told) => {
    expect(bestOf(told)).toBe('fold');
    expect(counted(told, '1x')).toBe(-2.5);
    expect(costOf(told, '1x')).toBe(0.5);
    expect(costOf(told, 'fold')).toBe(0);
  });
});

describe('with a Bad Beat on the river', () => {
  it('counts its stake as lost by a fold, and its worth as kept by a call', () => {
    expect(counted(staked, 'fold')).toBe(-3);
    expect(counted(staked, '1x')).toBe(-2.25);
  });

  it('measures what was given away against the better choice', () => {
    expect(bestOf(staked)).toBe('1x');
    expect(costOf(staked, '1x')).toBe(0);
    expect(costOf(staked, 'fold')).toBe(0.75);
  });
});

it('orders wagers as they are settled, whatever order they come in', () => {
  const wagers = { trips: 1, blind: 2, envy: 3, ante: 4, play: 5, bad_beat: 6 };
  expect(inOrder(wagers).map(([wager]) => wager)).toEqual(['ante', 'play', 'blind', 'trips', 'bad_beat', 'envy']);
  expect(Object.fromEntries(inOrder(wagers))).toEqual(wagers);
});
