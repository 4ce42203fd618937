import { describe, expect, it } from 'vitest';

import { bankColumns, chipLook, chipPile } from './chips';

describe('chipPile', () => {
  it('takes the largest chips first, in whatever order they are listed', () => {
    expect(chipPile(3_600, [100, 2_500, 500])).toEqual([2_500, 500, 500, 100]);
  });

  it('stops at the height of a pile, and when no chip fits', () => {
    expect(chipPile(1_000, [100], 3)).toEqual([100, 100, 100]);
    expect(chipPile(100_000, [100])).toHaveLength(7);
    expect(chipPile(150, [100])).toEqual([100]);
    expect(chipPile(0, [100])).toEqual([]);
  });
});

it('lays a bank out in columns of three denominations, none too tall', () => {
  const usual = [100, 500, 2_500, 10_000, 50_000];
  expect(bankColumns(50_000, usual)).toEqual([{ chip: 10_000, count: 3 }, { chip: 2_500, count: 5 }, { chip: 500, count: 8 }]);
  expect(bankColumns(500, usual)).toEqual([{ chip: 100, count: 5 }]);
  expect(bankColumns(200, usual)).toEqual([{ chip: 100, count: 2 }]);
  expect(bankColumns(0, usual)).toEqual([]);
});

it('gives every usual chip its own colour', () => {
  const usual = [100, 500, 2_500, 10_000, 50_000, 100_000].map((chip) => chipLook(chip).body);
  expect(new Set(usual).size).toBe(6);
  expect(usual).not.toContain(chipLook(300).body);
});
