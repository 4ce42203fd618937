import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { clock, moment, today, typed } from './dates';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('fills a field with local time, to the minute', () => {
  expect(new Date(2026, 0, 5).getTimezoneOffset()).not.toBe(0);
  expect(typed(new Date(2026, 0, 5, 9, 7, 58))).toBe('2026-01-05T09:07');
  expect(typed(new Date(2026, 6, 5, 23, 59))).toBe('2026-07-05T23:59');
});

it('begins the day at local midnight', () => {
  vi.setSystemTime(new Date(2026, 5, 7, 21, 30));
  expect(today()).toEqual(new Date(2026, 5, 7));
});

it('shows a moment to the minute and a clock to the second', () => {
  const at = new Date(2026, 5, 7, 21, 30, 5).getTime();
  expect(moment(at)).toBe(moment(at + 10_000));
  expect(moment(at)).not.toBe(moment(at + 60_000));
  expect(moment(at)).not.toBe(moment(at + 86_400_000));
  expect(clock(at)).not.toBe(clock(at + 1_000));
  expect(clock(at)).toBe(clock(at + 86_400_000));
});
