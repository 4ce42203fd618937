// @vitest-environment happy-dom
/** What this browser keeps: commitments, seeds, the design of a tab. */
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { keepDesign, keptDesign, type Kept } from '../designer/savedDesign';
import { givenBefore, keepGiven, keepShown, shownBefore } from './roundMemory';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('commitments that were shown', () => {
  it('keeps the first of a round: a later one would be another promise', async () => {
    keepShown('main', 1, 'first');
    keepShown('main', 1, 'second');
    vi.resetModules();
    const reloaded = await import('./roundMemory');
    reloaded.keepShown('main', 1, 'third');
    expect(shownBefore('main', 1)).toBe('first');
    expect(JSON.parse(localStorage.getItem('uth.shown') ?? '')).toHaveLength(1);
  });

  it('tells tables and rounds apart', () => {
    keepShown('main', 2, 'a');
    keepShown('other', 2, 'b');
    expect([shownBefore('main', 2), shownBefore('other', 2), shownBefore('main', 3)]).toEqual(['a', 'b', '']);
  });

  it('does not take an empty one for a promise', () => {
    keepShown('empty', 1, '');
    keepShown('empty', 1, 'real');
    expect(shownBefore('empty', 1)).toBe('real');
  });

  it('forgets the oldest of more than 300', () => {
    for (let round = 1; round <= 301; round++) keepShown('long', round, `c${round}`);
    expect([shownBefore('long', 1), shownBefore('long', 2), shownBefore('long', 301)]).toEqual(['', 'c2', 'c301']);
  });

  it('has nothing where the storage is broken', () => {
    localStorage.setItem('uth.shown', '{');
    expect(shownBefore('main', 1)).toBe('');
  });
});

it('keeps the last seed that was given for a round', () => {
  keepGiven('main', 1, 'one');
  keepGiven('main', 2, 'other round');
  keepGiven('main', 1, 'two');
  expect([givenBefore('main', 1), givenBefore('main', 2), givenBefore('main', 3)]).toEqual(['two', 'other round', '']);
});

describe('the design of a tab', () => {
  const kept: Kept = {
    asked: 'california', house: 'california', file: null, id: 'mine', name: 'Mine', entries: { 'limits.minimum': '5' },
    meter: 0, rival: '',
  };

  it('goes on, unless another house is asked for', () => {
    keepDesign(kept);
    expect(keptDesign('')).toEqual(kept);
    expect(keptDesign('california')).toEqual(kept);
    expect(keptDesign('hollywood-pa')).toBeNull();
  });

  it('is none where nothing, or nothing readable, was kept', () => {
    expect(keptDesign('')).toBeNull();
    sessionStorage.setItem('uth.design', '{');
    expect(keptDesign('')).toBeNull();
  });

  it('is worked at all the same where a tab has no room for it', () => {
    vi.stubGlobal('sessionStorage', { setItem: () => { throw new DOMException('full', 'QuotaExceededError'); } });
    expect(() => keepDesign(kept)).not.toThrow();
  });
});
