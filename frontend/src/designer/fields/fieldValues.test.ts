import { describe, expect, it } from 'vitest';

import { fieldText, parseField, parseList, parseText, sameValue } from './fieldValues';

it('compares values', () => {
  expect(sameValue([1, 2], [1, 2])).toBe(true);
  expect(sameValue({ a: '1' }, { a: '2' })).toBe(false);
  expect(sameValue('1', 1)).toBe(false);
});

it('removes dollar signs and commas from amounts, and nothing else', () => {
  expect(parseText(' $1,500 ')).toBe('1500');
  expect(parseText('$1500')).toBe('1500');
  expect(parseText('12.50')).toBe('12.50');
  expect(parseText('500 to 1')).toBe('500 to 1');
  expect(parseText('1,50')).toBe('1,50');
  expect(parseText('a, b')).toBe('a, b');
});

it('splits a line at spaces, commas and semicolons', () => {
  expect(parseList(' 1, 2;3  4 ')).toEqual(['1', '2', '3', '4']);
  expect(parseList('')).toEqual([]);
});

describe('parseField', () => {
  it('reads numbers, and leaves anything else for the server to refuse', () => {
    expect(parseField('number', ' 12 ')).toBe(12);
    expect(parseField('number', '12.5')).toBe('12.5');
    expect(parseField('number', '-1')).toBe('-1');
    expect(parseField('numbers', '4x, 3× 2')).toEqual([4, 3, 2]);
    expect(parseField('numbers', '4 three')).toEqual([4, 'three']);
  });

  it('reads texts one by one', () => {
    expect(parseField('texts', 'A, $1500')).toEqual(['A', '1500']);
    expect(parseField('text', '$1,500')).toBe('1500');
  });
});

it('shows one-line values, and nothing for others', () => {
  expect(fieldText([1, 2])).toBe('1, 2');
  expect(fieldText(0)).toBe('0');
  expect(fieldText(false)).toBe('false');
  expect(fieldText('x')).toBe('x');
  expect(fieldText(undefined)).toBe('');
  expect(fieldText(null)).toBe('');
  expect(fieldText({ a: 1 })).toBe('');
});
