import { describe, expect, it } from 'vitest';

import { setLanguage } from '../texts/catalog';
import { holdingsText } from './holdings';

describe('holdingsText', () => {
  setLanguage({
    'holding.pair': 'pair {high:ranks.*}', 'holding.pairs': 'pairs {high:ranks.*}-{low:ranks.*}', 'holding.suited': '{high:rank.*}/{low:rank.*} suited',
    'holding.offsuit': '{high:rank.*}/{low:rank.*} offsuit', 'holding.cards': '{one}+{other}', 'rank.A': 'ace', 'rank.K': 'king',
    'ranks.A': 'aces', 'ranks.Q': 'queens', 'ranks.3': 'threes', 'ranks.2': 'twos',
  }, 'en');

  it('joins consecutive pairs', () => {
    expect(holdingsText('AA KK QQ')).toBe('Pairs aces-queens');
    expect(holdingsText('AA QQ')).toBe('Pair aces, pair queens');
    expect(holdingsText('33 22')).toBe('Pairs threes-twos');
    expect(holdingsText('22')).toBe('Pair twos');
  });

  it('distinguishes suited and offsuit hands and single cards', () => {
    expect(holdingsText('AKs AKo K9o')).toBe('Ace/king suited, ace/king offsuit, king/nine offsuit');
    expect(holdingsText('AhTd AA')).toBe('A♥+10♦, pair aces');
    expect(holdingsText('')).toBe('');
  });
});
