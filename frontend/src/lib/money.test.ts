import { describe, expect, it } from 'vitest';

import { dollars, parseDollars, plainDollars, signedDollars, total } from './money';

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

describe('parseDollars', () => {
  it.each([
    ['5', 500],
    ['$12.5', 1_250],
    ['  1,234.56 ', 123_456],
    ['0.05', 5],
  ])('reads %j', (text, amount) => {
    expect(parseDollars(text)).toBe(amount);
  });

  it.each(['', 'ten', '-5', '1.234', '1e3', '.5', '5 dollars', '1234567890'])('refuses %j', (text) => {
    expect(parseDollars(text)).toBeNull();
  });

  it.each(AMOUNTS)('reads back what is shown or typed: %i', (amount) => {
    expect(parseDollars(dollars(amount))).toBe(amount);
    expect(parseDollars(plainDollars(amount))).toBe(amount);
  });
});

describe('plainDollars', () => {
  it('has neither a sign nor a thousands separator', () => {
    expect(plainDollars(123_450)).toBe('1234.50');
    expect(plainDollars(500)).toBe('5');
    expect(plainDollars(7)).toBe('0.07');
  });
});

it('puts a plus sign before a gain', () => {
  expect([500, 0, -500].map(signedDollars)).toEqual(['+$5', '$0', '−$5']);
});

it('adds up wagers', () => {
  expect(total({ ante: 500, trips: 250 })).toBe(750);
  expect(total(undefined)).toBe(0);
});
