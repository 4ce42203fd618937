// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { event, settled } from '../lib/fixtures';
import { speak } from '../texts/catalog';
import { Moments } from './moments.svelte';
import { Reckoning } from './roundMoney.svelte';

describe('Reckoning', () => {
  function reckoned(): Reckoning {
    const money = new Reckoning();
    money.take(event('FeeTaken', { player: 'Ann', amount: 100 }));
    money.take(settled({ player: 'Ann', wager: 'ante', paid: 500 }));
    money.take(settled({ player: 'Ann', wager: 'blind', outcome: 'lose', taken: 300 }));
    money.take(settled({ player: 'Bob', wager: 'ante', paid: 9_000 }));
    money.take(event('MysteryWon', { player: 'Ann', seat: 1, amount: 2_000 }));
    money.take(event('BankSettled', { player: 'Ann', collected: 700, paid: 1_000, amount: 0 }));
    return money;
  }

  it('adds up what a player gained and lost', () => {
    expect(reckoned().net('Ann')).toBe(500 - 300 - 100 + 2_000 + 700 - 1_000);
    expect(reckoned().net('Bob')).toBe(9_000);
    expect(reckoned().net('Zoe')).toBe(0);
    expect(reckoned().rows.map((row) => row.order)).toEqual([0, 1, 2]);
  });

  it('leaves only the mystery of a void round, and what banking brought', () => {
    const money = reckoned();
    money.take(event('RoundVoided', { by: 'Flo', reason: 'exposed card' }));
    expect(money.void).toBe('exposed card');
    expect(money.net('Ann')).toBe(2_000 + 700 - 1_000);
    expect(money.net('Bob')).toBe(0);
  });

  it('notices that the bank’s cover was used up, not that a maximum was reached', () => {
    const money = new Reckoning();
    money.take(settled({ short: 100, short_by: 'maximum' }));
    expect(money.exhausted).toBe(false);
    money.take(settled({ short: 100, short_by: 'bank' }));
    expect(money.exhausted).toBe(true);
  });

  it('begins again with nothing', () => {
    const money = reckoned();
    money.clear();
    expect([money.rows, money.net('Ann'), money.void]).toEqual([[], 0, '']);
  });
});

describe('Moments', () => {
  speak({ 'moment.exhausted': 'used up' }, 'en');
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const shown = (moments: Moments) => moments.now.map((moment) => moment.text);
  const mystery = event('MysteryWon', { player: 'Ann', seat: 1, amount: 2_000 });

  it('shows what everybody looks up for, for five seconds', () => {
    const moments = new Moments();
    moments.take(event('BoardTurned', { cards: [] }), 'the flop');
    moments.take(mystery, 'the mystery');
    expect(shown(moments)).toEqual(['the mystery']);
    vi.advanceTimersByTime(4_999);
    expect(shown(moments)).toEqual(['the mystery']);
    vi.advanceTimersByTime(1);
    expect(shown(moments)).toEqual([]);
  });

  it('shows two at most, the newest last', () => {
    const moments = new Moments();
    for (const text of ['one', 'two', 'three']) moments.take(mystery, text);
    expect(shown(moments)).toEqual(['two', 'three']);
  });

  it('tells that the cover is used up once a round', () => {
    const moments = new Moments();
    const short = settled({ short: 100, short_by: 'bank' });
    moments.take(short, 'first');
    moments.take(short, 'second');
    expect(shown(moments)).toEqual(['used up']);
    moments.begin();
    moments.take(short, 'third');
    expect(shown(moments)).toEqual(['used up', 'used up']);
  });

  it('leaves no timer behind', () => {
    const moments = new Moments();
    moments.take(mystery, 'the mystery');
    moments.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
