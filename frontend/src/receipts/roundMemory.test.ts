// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { givenSeed, rememberCommitment, rememberSeed, seenCommitment } from './roundMemory';

beforeEach(() => localStorage.clear());

describe('commitments', () => {
  it('are stored once a round: a later one would be a broken promise', async () => {
    rememberCommitment('main', 1, 'first');
    rememberCommitment('main', 1, 'second');
    vi.resetModules();
    const reloaded = await import('./roundMemory');
    reloaded.rememberCommitment('main', 1, 'third');
    expect(seenCommitment('main', 1)).toBe('first');
    expect(JSON.parse(localStorage.getItem('uth.shown') ?? '')).toHaveLength(1);
  });

  it('are separate for tables and rounds', () => {
    rememberCommitment('main', 2, 'a');
    rememberCommitment('other', 2, 'b');
    expect([seenCommitment('main', 2), seenCommitment('other', 2), seenCommitment('main', 3)]).toEqual(['a', 'b', '']);
  });

  it('are not empty', () => {
    rememberCommitment('empty', 1, '');
    rememberCommitment('empty', 1, 'real');
    expect(seenCommitment('empty', 1)).toBe('real');
  });

  it('are forgotten, the oldest first, beyond 300', () => {
    for (let round = 1; round <= 301; round++) rememberCommitment('long', round, `c${round}`);
    expect([seenCommitment('long', 1), seenCommitment('long', 2), seenCommitment('long', 301)]).toEqual(['', 'c2', 'c301']);
  });

  it('are none if the storage is broken', () => {
    localStorage.setItem('uth.shown', '{');
    expect(seenCommitment('main', 1)).toBe('');
  });
});

it('stores the last seed given for a round', () => {
  rememberSeed('main', 1, 'one');
  rememberSeed('main', 2, 'other round');
  rememberSeed('main', 1, 'two');
  expect([givenSeed('main', 1), givenSeed('main', 2), givenSeed('main', 3)]).toEqual(['two', 'other round', '']);
});
