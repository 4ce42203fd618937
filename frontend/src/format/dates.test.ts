import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { timeOfDay, dateAndTime, startOfToday, dateTimeField } from './dates';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('fills a field with local time, to the minute', () => {
  expect(new Date(2026, 0, 5).getTimezoneOffset()).not.toBe(0);
  expect(dateTimeField(new Date(2026, 0, 5, 9, 7, 58))).toBe('2026-01-05T09:07');
  expect(dateTimeField(new Date(2026, 6, 5, 23, 59))).toBe('2026-07-05T23:59');
});

it('begins the day at local midnight', () => {
  vi.setSystemTime(new Date(2026, 5, 7, 21, 30));
  expect(startOfToday()).toEqual(new Date(2026, 5, 7));
});

it('shows a moment to the minute and a clock to the second', () => {
  const at = new Date(2026, 5, 7, 21, 30, 5).getTime();
  expect(dateAndTime(at)).toBe(dateAndTime(at + 10_000));
  expect(dateAndTime(at)).not.toBe(dateAndTime(at + 60_000));
  expect(dateAndTime(at)).not.toBe(dateAndTime(at + 86_400_000));
  expect(timeOfDay(at)).not.toBe(timeOfDay(at + 1_000));
  expect(timeOfDay(at)).toBe(timeOfDay(at + 86_400_000));
});
