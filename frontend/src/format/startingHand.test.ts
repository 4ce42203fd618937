import { describe, expect, it } from 'vitest';

import { holdings } from './holdings';
import { startOf } from './startingHand';
import { speak } from '../texts/catalog';

describe('startOf', () => {
  it.each([
    [['Kh', 'Ah'], 'AKs'],
    [['2c', 'Td'], 'T2o'],
    [['9c', '9d'], '99'],
  ])('%j is %s', (cards, name) => {
    expect(startOf(cards)).toBe(name);
    expect(startOf(cards.toReversed())).toBe(name);
  });

  it('says nothing of cards that are not seen', () => {
    expect(startOf([])).toBe('');
    expect(startOf(['Ah', null])).toBe('');
    expect(startOf([null, null])).toBe('');
  });
});

describe('holdings', () => {
  speak({
    'holding.pair': 'pair {high}', 'holding.pairs': 'pairs {high}-{low}', 'holding.suited': '{high}/{low} suited',
    'holding.offsuit': '{high}/{low} offsuit', 'holding.cards': '{one}+{other}', 'rank.A': 'ace', 'rank.K': 'king',
    'ranks.A': 'aces', 'ranks.Q': 'queens', 'ranks.3': 'threes', 'ranks.2': 'twos',
  }, 'en');

  it('tells neighbouring pairs together', () => {
    expect(holdings('AA KK QQ')).toBe('Pairs aces-queens');
    expect(holdings('AA QQ')).toBe('Pair aces, pair queens');
    expect(holdings('33 22')).toBe('Pairs threes-twos');
    expect(holdings('22')).toBe('Pair twos');
  });

  it('tells suited and offsuit hands and single cards apart', () => {
    expect(holdings('AKs AKo K9o')).toBe('Ace/king suited, ace/king offsuit, king/9 offsuit');
    expect(holdings('AhTd AA')).toBe('A♥+10♦, pair aces');
    expect(holdings('')).toBe('');
  });
});
