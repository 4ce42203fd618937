import { describe, expect, it } from 'vitest';

import { startingHand } from './startingHand';

describe('startingHand', () => {
  it.each([
    [['Kh', 'Ah'], 'AKs'],
    [['2c', 'Td'], 'T2o'],
    [['9c', '9d'], '99'],
  ])('%j is %s', (cards, name) => {
    expect(startingHand(cards)).toBe(name);
    expect(startingHand(cards.toReversed())).toBe(name);
  });

  it('is empty for hidden cards', () => {
    expect(startingHand([])).toBe('');
    expect(startingHand(['Ah', null])).toBe('');
    expect(startingHand([null, null])).toBe('');
  });
});
