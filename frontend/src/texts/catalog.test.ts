import { beforeEach, describe, expect, it } from 'vitest';

import { setLanguage, t } from './catalog';

describe('t', () => {
  beforeEach(() => setLanguage({
    greet: 'Hello {name}, {name}!', hands: '{count:# hand|# hands} at {table}', plain: 'Just words',
  }, 'en'));

  it('fills in every value that is given', () => {
    expect(t('greet', { name: 'Ann' })).toBe('Hello Ann, Ann!');
    expect(t('greet')).toBe('Hello {name}, {name}!');
    expect(t('plain', { name: 'Ann' })).toBe('Just words');
    expect(t('greet', { name: 0 })).toBe('Hello 0, 0!');
  });

  it('chooses the form for the number, and groups its digits', () => {
    expect(t('hands', { count: 1, table: 'A' })).toBe('1 hand at A');
    expect(t('hands', { count: 0, table: 'A' })).toBe('0 hands at A');
    expect(t('hands', { count: 12_345, table: 'A' })).toBe('12,345 hands at A');
  });

  it('shows an unknown key itself', () => {
    expect(t('no.such.key')).toBe('no.such.key');
  });
});

describe('setLanguage', () => {
  it('falls back to English if a language has no text', () => {
    setLanguage({}, 'en');
    const english = t('wager.ante');
    setLanguage({ 'wager.blind': 'Ciemno' }, 'pl');
    expect(t('wager.blind')).toBe('Ciemno');
    expect(english).not.toBe('wager.ante');
    expect(t('wager.ante')).toBe(english);
  });

  it('knows the kinds of number that a language has', () => {
    setLanguage({ hands: '{count:# ręka|# ręce|# rąk|# ręki}' }, 'pl');
    expect(t('hands', { count: 1 })).toBe('1 ręka');
    expect(t('hands', { count: 3 })).toBe('3 ręce');
    expect(t('hands', { count: 12 })).toBe('12 rąk');
    expect(t('hands', { count: 1.5 })).toBe('1.5 ręki');
  });
});
