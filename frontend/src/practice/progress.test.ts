// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';

import type { TableAdvice } from '../lib/schema';
import { Progress } from './progress.svelte';

const spot = (street: TableAdvice['street'], cards: string[]): TableAdvice => ({
  table: '', version: 0, round: 1, street, cards, board: [], best: '4x', counted: [], ante: 500, binds: [],
  actions: [
    { action: '4x', ev: 0.5, ev_exact: '1/2', cost: 0, open: true },
    { action: 'check', ev: 0.25, ev_exact: '1/4', cost: 0.25, open: true },
  ],
});

beforeEach(() => localStorage.clear());

it('counts what was right, and the longest streak', () => {
  const progress = new Progress();
  for (const action of ['4x', '4x', 'check', '4x']) progress.answer(spot('flop', ['Ah', 'Kd']), action);
  progress.answer(spot('river', ['2h', '3d']), '4x');
  expect(progress.score()).toEqual({ right: 4, of: 5 });
  expect(progress.score('river')).toEqual({ right: 1, of: 1 });
  expect([progress.streak, progress.best]).toEqual([2, 2]);
  expect(progress.cost).toBeCloseTo(0.05);
  expect(progress.latest.map(({ right }) => right)).toEqual([true, true, false, true, true]);
});

it('asks a wrong spot again until it is right, also after a reload', () => {
  new Progress().answer(spot('preflop', ['Ah', 'Kd']), 'check');
  const again = new Progress();
  expect(again.wrong).toHaveLength(1);
  again.answer(spot('preflop', ['Ah', 'Kd']), '4x');
  expect(new Progress().wrong).toHaveLength(0);
});
