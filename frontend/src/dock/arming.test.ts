import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Arming, PAUSE } from './arming.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('arms a spot a moment after its cards are shown, not before', () => {
  const arming = new Arming();
  expect(arming.follow('1 flop', false)).toBeUndefined();
  vi.advanceTimersByTime(PAUSE * 2);
  expect(arming.isArmed('1 flop')).toBe(false);
  arming.follow('1 flop', true);
  vi.advanceTimersByTime(PAUSE - 1);
  expect(arming.isArmed('1 flop')).toBe(false);
  vi.advanceTimersByTime(1);
  expect(arming.isArmed('1 flop')).toBe(true);
});

it('is not armed for the next street by what armed the last one', () => {
  const arming = new Arming();
  arming.follow('1 flop', true);
  const cancel = arming.follow('1 river', true);
  cancel?.();
  vi.advanceTimersByTime(PAUSE);
  expect([arming.isArmed('1 flop'), arming.isArmed('1 river'), arming.isArmed('')]).toEqual([true, false, false]);
});
