import { expect, it } from 'vitest';

import { fixed, percent, plus } from './numbers';

it('shows negative numbers with a minus sign, not a hyphen', () => {
  expect(fixed(-0.5)).toBe('−0.500');
  expect(percent(-0.02185)).toBe('−2.185%');
  expect(plus(-1, 1)).toBe('−1.0');
});

it('shows a gain with its sign, and nothing before zero', () => {
  expect(plus(0.25, 2)).toBe('+0.25');
  expect(plus(0, 1)).toBe('0.0');
  expect(fixed(0.25, 2)).toBe('0.25');
});

it('rounds to the requested digits', () => {
  expect(fixed(1.23456, 2)).toBe('1.23');
  expect(percent(0.4567, 1)).toBe('45.7%');
});
