// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { RefusalError } from './api';
import { ann, callNames, fakeServer } from '../../testing/fakeServer';
import type { Me } from './schema';
import { session } from './session.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  [session.me, session.loaded] = [null, false];
});
afterEach(() => void vi.useRealTimers());

describe('permissions', () => {
  it('are none for nobody', () => {
    expect([session.may('drop.see'), session.mayFor('drop.see', 'Ann')]).toEqual([false, false]);
  });

  it.each([
    ['any', true, true],
    ['own', true, false],
    ['others', false, true],
  ] as const)('%s: own %s, another’s %s', (scope, own, others) => {
    session.me = ann({ may: { 'statement.see': scope } });
    expect(session.may('x', 'statement.see')).toBe(true);
    expect(session.mayFor('statement.see', 'Ann')).toBe(own);
    expect(session.mayFor('statement.see', 'Bob')).toBe(others);
  });
});

describe('refresh', () => {
  it('is retried until the server has answered once, and keeps the person later', async () => {
    fakeServer({});
    await session.refresh();
    expect([session.loaded, vi.getTimerCount()]).toEqual([false, 1]);
    fakeServer({ 'GET /api/session': () => ({ me: ann() }) });
    await vi.advanceTimersByTimeAsync(1_000);
    expect([session.loaded, session.me?.name]).toEqual([true, 'Ann']);
    fakeServer({});
    await session.refresh();
    expect([session.me?.name, vi.getTimerCount()]).toEqual(['Ann', 0]);
  });

  it('creates a guest only if the server says that nobody is signed in', async () => {
    let here: Me | null = null;
    const calls = fakeServer({
      'GET /api/session': () => ({ me: here }),
      'POST /api/guest': () => (here = ann({ name: 'guest-1' })),
    });
    expect((await session.ensurePlayer()).name).toBe('guest-1');
    expect(callNames(calls)).toEqual(['GET /api/session', 'POST /api/guest', 'GET /api/session']);
  });

  it('creates nobody if the server does not answer', async () => {
    const calls = fakeServer({});
    await expect(session.ensurePlayer()).rejects.toBeInstanceOf(RefusalError);
    expect(callNames(calls)).toEqual(['GET /api/session']);
  });
});

it('takes only the missing play money', async () => {
  [session.me, session.loaded] = [ann({ at_cage: 1_000 }), true];
  const calls = fakeServer({ 'POST /api/me/play-money': () => ({}), 'GET /api/session': () => ({ me: ann() }) });
  await session.fund(1_000);
  expect(calls).toEqual([]);
  await session.fund(1_500);
  expect(calls[0]?.[1]).toMatchObject({ amount: 500 });
});
