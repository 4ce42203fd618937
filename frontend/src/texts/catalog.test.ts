import { beforeEach, describe, expect, it } from 'vitest';

import { chooseLanguage, en, setLanguage, t } from './catalog';

it('bundles the texts of the pages, and none of the server', () => {
  expect('wager.ante' in en && 'table.leave' in en).toBe(true);
  expect(['money/zero', 'may.table.sit', 'language.plural'].filter((key) => key in en)).toEqual([]);
});

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

  it('writes amounts as dollars and looks words up', () => {
    setLanguage({ paid: '{wager:wager.*} pays {amount:dollars}', 'wager.odd': 'Oddity' }, 'en');
    expect(t('paid', { wager: 'odd', amount: 123_450 })).toBe('Oddity pays $1,234.50');
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
    expect(t('hands', { count: 5 })).toBe('5 rąk');
    expect(t('hands', { count: 22 })).toBe('22 ręce');
    expect(t('hands', { count: 1.5 })).toBe('1.5 ręki');
  });
});

describe('chooseLanguage', () => {
  const folders = {
    'texts/pl/words.json': () => Promise.resolve({ 'wager.blind': 'Ciemno' }),
    'texts/pl/table.json': () => Promise.resolve({ 'table.leave': 'Odejdź' }),
    'texts/pt-BR/words.json': () => Promise.resolve({ 'wager.blind': 'Cega' }),
  };
  beforeEach(() => setLanguage({}, 'en'));

  it('loads all files of the first language that there is', async () => {
    expect(await chooseLanguage(['de-AT', 'pl-PL', 'pt-BR'], folders)).toBe('pl');
    expect([t('wager.blind'), t('table.leave'), t('wager.ante')]).toEqual(['Ciemno', 'Odejdź', 'Ante']);
    expect(await chooseLanguage(['pt-BR', 'pl'], folders)).toBe('pt-BR');
    expect(t('wager.blind')).toBe('Cega');
  });

  it('is English where the visitor wants it first, or there is no other', async () => {
    expect(await chooseLanguage(['en-GB', 'pl'], folders)).toBe('en');
    expect(await chooseLanguage(['de'], folders)).toBe('en');
    expect(await chooseLanguage(['de'])).toBe('en');
    expect(t('wager.blind')).toBe('Blind');
  });
});
