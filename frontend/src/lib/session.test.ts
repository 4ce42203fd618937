// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Refused } from './api';
import { seat, told, update, view } from './fixtures';
import type { Me, TableLine } from './schema';
import { session } from './session.svelte';
import { make, sit, slug, tableIn } from '../lobby/tables';

type Handler = (body: Record<string, unknown>) => unknown;
const refuse = (code: string) => Response.json(told(code), { status: 422 });
const ann = (fields: Partial<Me> = {}): Me => ({ name: 'Ann', role: 'player', at_cage: 1_000, may: {}, ...fields });

/** A server of a few addresses; what was sent there, in order. */
function server(answers: Record<string, Handler>): [string, Record<string, unknown>][] {
  const calls: [string, Record<string, unknown>][] = [];
  vi.stubGlobal('fetch', (path: string, { method, body = '{}' }: { method: string; body?: string }) => {
    const [name, sent] = [`${method} ${path}`, JSON.parse(body) as Record<string, unknown>];
    calls.push([name, sent]);
    const answer = answers[name]?.(sent);
    if (answer === undefined) return Promise.reject(new TypeError('network'));
    return Promise.resolve(answer instanceof Response ? answer : Response.json(answer));
  });
  return calls;
}
const names = (calls: [string, unknown][]) => calls.map(([name]) => name);

beforeEach(() => {
  vi.useFakeTimers();
  [session.me, session.known] = [null, false];
});
afterEach(() => void vi.useRealTimers());

describe('what is open to somebody', () => {
  it('is nothing for nobody', () => {
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

describe('looking', () => {
  it('asks again while the house has never answered, and keeps whom it knows later', async () => {
    server({});
    await session.look();
    expect([session.known, vi.getTimerCount()]).toEqual([false, 1]);
    server({ 'GET /api/session': () => ({ me: ann() }) });
    await vi.advanceTimersByTimeAsync(1_000);
    expect([session.known, session.me?.name]).toEqual([true, 'Ann']);
    server({});
    await session.look();
    expect([session.me?.name, vi.getTimerCount()]).toEqual(['Ann', 0]);
  });

  it('makes a guest only where the house said that nobody is here', async () => {
    let here: Me | null = null;
    const calls = server({
      'GET /api/session': () => ({ me: here }),
      'POST /api/guest': () => (here = ann({ name: 'guest-1' })),
    });
    expect((await session.somebody()).name).toBe('guest-1');
    expect(names(calls)).toEqual(['GET /api/session', 'POST /api/guest', 'GET /api/session']);
  });

  it('makes nobody up where the house does not answer', async () => {
    const calls = server({});
    await expect(session.somebody()).rejects.toBeInstanceOf(Refused);
    expect(names(calls)).toEqual(['GET /api/session']);
  });
});

it('takes play money only for what is missing', async () => {
  [session.me, session.known] = [ann({ at_cage: 1_000 }), true];
  const calls = server({ 'POST /api/me/play-money': () => ({}), 'GET /api/session': () => ({ me: ann() }) });
  await session.fund(1_000);
  expect(calls).toEqual([]);
  await session.fund(1_500);
  expect(calls[0]?.[1]).toMatchObject({ amount: 500 });
});

describe('names of tables', () => {
  it.each([
    ['Friday Night!', 'friday-night'],
    ['Größe Café', 'grosse-cafe'],
    ['--x--', 'x'],
    ['***', 'table'],
    ['a'.repeat(50), 'a'.repeat(40)],
  ])('%j is %s in a link', (text, name) => {
    expect(slug(text)).toBe(name);
  });

  it('finds the table in a link or in its name', () => {
    expect(tableIn('https://example.org/table/main')).toBe('main');
    expect(tableIn('/table/main/')).toBe('main');
    expect(tableIn(' Friday Night ')).toBe('friday-night');
    expect(tableIn('  ')).toBe('');
  });
});

describe('a table of one’s own', () => {
  const line = (name: string, fields: Partial<TableLine> = {}) => ({ name, phase: 'betting', by: 'Ann', ...fields });
  beforeEach(() => {
    [session.me, session.known] = [ann({ at_cage: 50_000 }), true];
  });

  it('takes the place of an idle practice table where one has too many', async () => {
    let full = true;
    const calls = server({
      'POST /api/tables': () => (full ? refuse('table/too_many') : update()),
      'GET /api/tables': () => [
        line('ann-a', { phase: 'flop' }), line('ann-b', { by: 'Bob' }), line('friends'), line('ann-c'), line('ann-d'),
      ],
      'POST /api/tables/ann-c/close': () => {
        full = false;
        return {};
      },
    });
    await make('ann-e', { house: 'california' });
    expect(names(calls)).toEqual(['POST /api/tables', 'GET /api/tables', 'POST /api/tables/ann-c/close', 'POST /api/tables']);
    expect(calls[3]?.[1]).toEqual({ name: 'ann-e', house: 'california' });
  });

  it('is refused for any other reason, and nothing is closed', async () => {
    const calls = server({ 'POST /api/tables': () => refuse('table/taken') });
    await expect(make('ann-e', {})).rejects.toMatchObject({ told: { code: 'table/taken' } });
    expect(calls).toHaveLength(1);
  });

  it('gives the first free seat, with forty minimum bets', async () => {
    const seats = [seat(1, 'Bob'), null, null, null, null, null];
    const calls = server({
      'GET /api/tables/main': () => update({ version: 9, view: view({ seats }) }),
      'POST /api/tables/main/orders': () => ({}),
      'GET /api/session': () => ({ me: ann() }),
    });
    await sit('main');
    expect(calls[1]?.[1]).toMatchObject({ version: 9, command: { type: 'Sit', player: 'Ann', seat: 2, chips: 20_000 } });
  });

  it('leaves one who sits there already where they are', async () => {
    const seats = [null, seat(2, 'Ann'), null, null, null, null];
    const calls = server({ 'GET /api/tables/main': () => update({ view: view({ seats }) }) });
    await sit('main');
    expect(names(calls)).toEqual(['GET /api/tables/main']);
  });
});
