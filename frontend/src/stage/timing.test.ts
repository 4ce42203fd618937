import { expect, it } from 'vitest';

import { acted, event, settled } from '../../testing/fixtures';
import { durationOf, DURATIONS } from './timing';

it('gives time to what is shown, and none to bookkeeping', () => {
  expect(durationOf(event('BoardTurned', { cards: [] }))).toBe(DURATIONS.turn);
  expect(durationOf(acted({}))).toBe(DURATIONS.act);
  expect(durationOf(settled({ wager: 'ante' }))).toBe(DURATIONS.settle);
  expect(durationOf(settled({ wager: 'envy', source: 3 }))).toBe(DURATIONS.moment);
  expect(durationOf(event('RoundClosed', { round: 1 }))).toBe(0);
  expect(durationOf(event('ChipsAdded', { player: 'Ann', chips: 100 }))).toBe(0);
});
