import { describe, expect, it } from 'vitest';

import { holdingsText } from './holdings';
import { startingHand } from './startingHand';
import { setLanguage } from '../texts/catalog';

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

describe('holdingsText', () => {
  setLanguage({
    'holding.pair': 'pair {high}', 'holding.pairs': 'pairs {high}-{low}', 'holding.suited': '{high}/{low} suited',
    'holding.offsuit': '{high}/{low} offsuit', 'holding.cards': '{one}+{other}', 'rank.A': 'ace', 'rank.K': 'king',
    'ranks.A': 'aces', 'ranks.Q': 'queens', 'ranks.3': 'threes', 'ranks.2': 'twos',
  }, 'en');

  it('tells neighbouring pairs together', () => {
    expect(holdingsText('AA KK QQ')).toBe('Pairs aces-queens');
    expect(holdingsText('AA QQ')).toBe('Pair aces, pair queens');
    expect(holdingsText('33 22')).toBe('Pairs threes-twos');
    expect(holdingsText('22')).toBe('Pair twos');
  });

  it('tells suited and offsuit hands and single cards apart', () => {
    expect(holdingsText('AKs AKo K9o')).toBe('Ace/king suited, ace/king offsuit, king/9 offsuit');
    expect(holdingsText('AhTd AA')).toBe('A♥+10♦, pair aces');
    expect(holdingsText('')).toBe('');
  });
});
