import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { cardImage, preloadCards, cardName, handText, heldText } from './cards';

const DECK = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));

describe('cardImage', () => {
  it.each([
    ['two', 'normal'],
    ['two', 'large'],
    ['four', 'normal'],
    ['four', 'large'],
  ] as const)('has a face of its own for every card: %s colours, %s figures', (deck, index) => {
    const faces = new Set(DECK.map((card) => cardImage(card, deck, index)));
    expect(faces.size).toBe(52);
    expect(faces).not.toContain('');
  });

  it('takes the drawing of the chosen deck', () => {
    expect(new Set([
      cardImage('Ad', 'two', 'normal'), cardImage('Ad', 'two', 'large'),
      cardImage('Ad', 'four', 'normal'), cardImage('Ad', 'four', 'large'),
    ]).size).toBe(4);
    expect(cardImage('1x', 'two', 'normal')).toBe('');
  });
});

describe('preloadCards', () => {
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

  it('fetches the whole deck, or its pictures if the rest is drawn, but not at once', () => {
    preloadCards('four', 'normal');
    expect(fetched).toEqual([]);
    vi.runAllTimers();
    expect(new Set(fetched)).toEqual(new Set(DECK.map((card) => cardImage(card, 'four', 'normal'))));
    fetched.length = 0;
    preloadCards('two', 'large');
    vi.runAllTimers();
    const courts = DECK.filter((card) => 'JQK'.includes(card.charAt(0)));
    expect(new Set(fetched)).toEqual(new Set(courts.map((card) => cardImage(card, 'two', 'normal'))));
  });

  it('fetches nothing once it is called off', () => {
    preloadCards('two', 'normal')();
    vi.runAllTimers();
    expect(fetched).toEqual([]);
  });
});

it('names a card in words', () => {
  expect(cardName('Ah')).toBe('ace of hearts');
  expect(cardName('Ts')).toBe('ten of spades');
  expect(cardName('7c')).toBe('seven of clubs');
  expect(cardName('Qd')).toBe('queen of diamonds');
});

it('names a made hand in words', () => {
  expect(handText('full_house A7')).toBe('full house, aces full of sevens');
  expect(handText('royal_flush A')).toBe('royal flush');
  expect(handText('high_card K')).toBe('high card, king');
});

it.each([
  ['high_card K', 'king high'],
  ['flush K', 'a king-high flush'],
  ['straight 8', 'an eight-high straight'],
  ['pair 3', 'a pair of threes'],
  ['full_house A7', 'a full house, aces full of sevens'],
])('says what one has with %s', (hand, words) => {
  expect(heldText(hand)).toBe(words);
});
