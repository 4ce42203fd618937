import { describe, expect, it } from 'vitest';

import { cents, dollars } from './money';
import { dollarsTyped } from './typed';

const AMOUNTS = [0, 1, 5, 99, 100, 101, 1_250, 99_999, 123_456_789];

describe('dollars', () => {
  it.each([
    [0, '$0'],
    [500, '$5'],
    [1_250, '$12.50'],
    [5, '$0.05'],
    [123_456_789, '$1,234,567.89'],
    [-300, '−$3'],
    [-5, '−$0.05'],
  ])('shows %i cents as %s', (amount, text) => {
    expect(dollars(amount)).toBe(text);
  });
});

describe('cents', () => {
  it.each([
    ['5', 500],
    ['$12.5', 1_250],
    ['  1,234.56 ', 123_456],
    ['0.05', 5],
  ])('reads %j', (text, amount) => {
    expect(cents(text)).toBe(amount);
  });

  it.each(['', 'ten', '-5', '1.234', '1e3', '.5', '5 dollars', '1234567890'])('refuses %j', (text) => {
    expect(cents(text)).toBeNull();
  });

  it.each(AMOUNTS)('reads back what is shown or typed: %i', (amount) => {
    expect(cents(dollars(amount))).toBe(amount);
    expect(cents(dollarsTyped(amount))).toBe(amount);
  });
});

describe('dollarsTyped', () => {
  it('has neither a sign nor a thousands separator', () => {
    expect(dollarsTyped(123_450)).toBe('1234.50');
    expect(dollarsTyped(500)).toBe('5');
    expect(dollarsTyped(7)).toBe('0.07');
  });
});
