import { describe, expect, it } from 'vitest';

import type { TableAdvice } from '../lib/schema';
import { actionCost, actionValue, bestAction, parseExact } from './adviceValues';

const advice = (beatenHand: TableAdvice['beaten_hand']): TableAdvice => ({
  table: 'main', version: 1, round: 1, street: 'river', cards: [], board: [], best: 'fold', beaten_hand: beatenHand,
  ante: 500, binds: [],
  actions: [
    { action: 'fold', ev: -2, ev_exact: '-2', cost: 0, open: true },
    { action: '1x', ev: -2.5, ev_exact: '-5/2', cost: 0.5, open: true },
  ],
});
const plain = advice(null);
const staked = advice({ wager: 'bad_beat', best: '1x', stake: '1', stays: '1/4' });

it('reads exact values', () => {
  expect(parseExact('3/2')).toBe(1.5);
  expect(parseExact('-2')).toBe(-2);
});

describe('without a wager that a fold could lose', () => {
  it.each([plain, advice({ wager: 'bad_beat', best: '', stake: '1', stays: null })])('takes the values as they are', (tested) => {
    expect(bestAction(tested)).toBe('fold');
    expect(actionValue(tested, '1x')).toBe(-2.5);
    expect(actionCost(tested, '1x')).toBe(0.5);
    expect(actionCost(tested, 'fold')).toBe(0);
  });
});

describe('with a Bad Beat on the river', () => {
  it('counts its stake as lost by a fold, and its value as kept by a call', () => {
    expect(actionValue(staked, 'fold')).toBe(-3);
    expect(actionValue(staked, '1x')).toBe(-2.25);
  });

  it('measures what was given away against the better choice', () => {
    expect(bestAction(staked)).toBe('1x');
    expect(actionCost(staked, '1x')).toBe(0);
    expect(actionCost(staked, 'fold')).toBe(0.75);
  });
});
