import { describe, expect, it } from 'vitest';

import { acted, event } from '../../testing/fixtures';
import { setLanguage } from '../texts/catalog';
import { actionName, playerName, voidReason, withShortNames, wagerName } from './names';

setLanguage({
  'wager.bad_beat': 'Bad Beat', 'action.check': 'Check', 'action.play': 'Play {multiple}x',
  'table.guest': 'Guest {number}', 'account.wager': 'wagers of {who}', 'account.house': 'the house',
}, 'en');

it('names wagers and actions, whatever multiple a house allows', () => {
  expect(wagerName('bad_beat')).toBe('Bad Beat');
  expect(actionName('check')).toBe('Check');
  expect(actionName('4x')).toBe('Play 4x');
  expect(actionName('12x')).toBe('Play 12x');
});

it('shortens a name to what fits on a plate', () => {
  expect(playerName('Ada main-table (bot)')).toBe('Ada');
  expect(playerName('guest-0000000000001092')).toBe('Guest 5242');
  expect(playerName('mary ann')).toBe('mary ann');
  expect(playerName('Bob')).toBe('Bob');
});

it('says why a round is void: a known reason in words, any other as it was written', () => {
  expect(voidReason('restored-from-backup')).toContain('backup');
  expect(voidReason('a card was exposed')).toBe('a card was exposed');
});

describe('withShortNames', () => {
  it('shortens the player of an event and nothing else', () => {
    const long = acted({ player: 'Ada main (bot)', multiple: 4, amount: 2_000 });
    expect(withShortNames(long)).toEqual({ ...long, player: 'Ada' });
    const turned = event('BoardTurned', { cards: ['Ah'] });
    expect(withShortNames(turned)).toBe(turned);
  });

  it('names both accounts of a reversal; a name may hold a slash', () => {
    const short = withShortNames(event('Reversed', { source: 'wager/Ann/Lee', target: 'house', amount: 5 }));
    expect(short).toMatchObject({ source: 'wagers of Ann/Lee', target: 'the house', amount: 5 });
  });
});
