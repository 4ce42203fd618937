// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { event, settled } from '../../testing/fixtures';
import { setLanguage } from '../texts/catalog';
import { Moments } from './moments.svelte';
import { RoundMoney } from './roundMoney.svelte';

describe('RoundMoney', () => {
  function settledRound(): RoundMoney {
    const money = new RoundMoney();
    money.take(event('FeeTaken', { player: 'Ann', amount: 100 }));
    money.take(settled({ player: 'Ann', wager: 'ante', paid: 500 }));
    money.take(settled({ player: 'Ann', wager: 'blind', outcome: 'lose', taken: 300 }));
    money.take(settled({ player: 'Bob', wager: 'ante', paid: 9_000 }));
    money.take(event('MysteryWon', { player: 'Ann', seat: 1, amount: 2_000 }));
    money.take(event('BankSettled', { player: 'Ann', collected: 700, paid: 1_000, amount: 0 }));
    return money;
  }

  function settledWith(fields: Parameters<typeof settled>[0]): RoundMoney {
    const money = new RoundMoney();
    money.take(settled(fields));
    return money;
  }

  it('knows what a tie returns, unless the Blind or Ante moved', () => {
    expect(settledWith({ player: 'Ann', wager: 'ante', outcome: 'push', returned: 500 }).tied('Ann', 'tie')).toBe(500);
    expect(settledWith({ player: 'Ann', wager: 'ante', outcome: 'push', returned: 500 }).tied('Ann', 'win')).toBe(0);
    expect(settledWith({ player: 'Ann', wager: 'ante', paid: 500 }).tied('Ann', 'tie')).toBe(0);
  });

  it('adds up what a player gained and lost', () => {
    expect(settledRound().net('Ann')).toBe(500 - 300 - 100 + 2_000 + 700 - 1_000);
    expect(settledRound().net('Bob')).toBe(9_000);
    expect(settledRound().net('Zoe')).toBe(0);
    expect(settledRound().rows.map((row) => row.order)).toEqual([0, 1, 2]);
  });

  it('counts only the mystery and the bank of a void round', () => {
    const money = settledRound();
    money.take(event('RoundVoided', { by: 'Flo', reason: 'exposed card' }));
    expect(money.void).toBe('exposed card');
    expect(money.net('Ann')).toBe(2_000 + 700 - 1_000);
    expect(money.net('Bob')).toBe(0);
  });

  it('notices that the bank’s cover was used up, not that a maximum was reached', () => {
    const money = new RoundMoney();
    money.take(settled({ short: 100, short_by: 'cap' }));
    expect(money.exhausted).toBe(false);
    expect(settledWith({ payer: 'bank', outcome: 'lose', taken: 400, returned: 100 }).exhausted).toBe(true);
    money.take(settled({ short: 100, short_by: 'bank' }));
    expect(money.exhausted).toBe(true);
  });

  it('is empty after clear', () => {
    const money = settledRound();
    money.clear();
    expect([money.rows, money.net('Ann'), money.void]).toEqual([[], 0, '']);
  });
});

describe('Moments', () => {
  setLanguage({ 'moment.exhausted': 'used up' }, 'en');
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const shown = (moments: Moments) => moments.now.map((moment) => moment.text);
  const mystery = event('MysteryWon', { player: 'Ann', seat: 1, amount: 2_000 });

  it('shows big events for five seconds', () => {
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

  it('shows once a round that the cover is used up', () => {
    const moments = new Moments();
    const short = settled({ short: 100, short_by: 'bank' });
    moments.take(short, 'first');
    moments.take(short, 'second');
    expect(shown(moments)).toEqual(['used up']);
    moments.startRound();
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
