import { describe, expect, it } from 'vitest';

import { parts, plain, read, same, show } from './fieldValues';

it('compares values by what is written', () => {
  expect(same([1, 2], [1, 2])).toBe(true);
  expect(same({ a: '1' }, { a: '2' })).toBe(false);
  expect(same('1', 1)).toBe(false);
});

it('leaves out what people write around amounts, and nothing else', () => {
  expect(plain(' $1,500 ')).toBe('1500');
  expect(plain('$1500')).toBe('1500');
  expect(plain('12.50')).toBe('12.50');
  expect(plain('500 to 1')).toBe('500 to 1');
  expect(plain('1,50')).toBe('1,50');
  expect(plain('a, b')).toBe('a, b');
});

it('splits a line at spaces, commas and semicolons', () => {
  expect(parts(' 1, 2;3  4 ')).toEqual(['1', '2', '3', '4']);
  expect(parts('')).toEqual([]);
});

describe('read', () => {
  it('reads numbers, and leaves what is none for the server to refuse', () => {
    expect(read('number', ' 12 ')).toBe(12);
    expect(read('number', '12.5')).toBe('12.5');
    expect(read('number', '-1')).toBe('-1');
    expect(read('numbers', '4x, 3× 2')).toEqual([4, 3, 2]);
    expect(read('numbers', '4 three')).toEqual([4, 'three']);
  });

  it('reads texts one by one', () => {
    expect(read('texts', 'A, $1500')).toEqual(['A', '1500']);
    expect(read('text', '$1,500')).toBe('1500');
  });
});

it('shows values of one line, and nothing for the rest', () => {
  expect(show([1, 2])).toBe('1, 2');
  expect(show(0)).toBe('0');
  expect(show(false)).toBe('false');
  expect(show('x')).toBe('x');
  expect(show(undefined)).toBe('');
  expect(show(null)).toBe('');
  expect(show({ a: 1 })).toBe('');
});
