import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { faceOf, fetchFaces, nameOf } from './cards';

const DECK = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));

describe('faceOf', () => {
  it.each([
    ['two', 'normal'],
    ['two', 'large'],
    ['four', 'normal'],
    ['four', 'large'],
  ] as const)('has a face of its own for every card: %s colours, %s figures', (deck, index) => {
    const faces = new Set(DECK.map((card) => faceOf(card, deck, index)));
    expect(faces.size).toBe(52);
    expect(faces).not.toContain('');
  });

  it('takes the drawing of the chosen deck', () => {
    expect(new Set([
      faceOf('Ad', 'two', 'normal'), faceOf('Ad', 'two', 'large'),
      faceOf('Ad', 'four', 'normal'), faceOf('Ad', 'four', 'large'),
    ]).size).toBe(4);
    expect(faceOf('1x', 'two', 'normal')).toBe('');
  });
});

describe('fetchFaces', () => {
  const fetched: string[] = [];
  class FakeImage {
    set src(address: string) {
      fetched.push(address);
    }
  }
  beforeEach(() => {
    fetched.length = 0;
    vi.useFakeTimers();
    vi.stubGlobal('Image', FakeImage);
  });
  afterEach(() => void vi.useRealTimers());

  it('fetches the whole deck, but not at once', () => {
    fetchFaces('four', 'large');
    expect(fetched).toEqual([]);
    vi.runAllTimers();
    expect(new Set(fetched)).toEqual(new Set(DECK.map((card) => faceOf(card, 'four', 'large'))));
  });

  it('fetches nothing once it is called off', () => {
    fetchFaces('two', 'normal')();
    vi.runAllTimers();
    expect(fetched).toEqual([]);
  });
});

it('names a card in words', () => {
  expect(nameOf('Ah')).toBe('ace of hearts');
  expect(nameOf('Ts')).toBe('ten of spades');
  expect(nameOf('7c')).toBe('7 of clubs');
  expect(nameOf('Qd')).toBe('queen of diamonds');
});
