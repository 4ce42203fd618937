// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';

import { ann, callNames, fakeServer, refuse } from '../../testing/fakeServer';
import { seat, update, view } from '../../testing/fixtures';
import type { TableLine } from '../lib/schema';
import { session } from '../lib/session.svelte';
import { openTable, sit, slug, tableFromLink } from './tables';

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

  it('finds the table from a link or a name', () => {
    expect(tableFromLink('https://example.org/table/main')).toBe('main');
    expect(tableFromLink('/table/main/')).toBe('main');
    expect(tableFromLink(' Friday Night ')).toBe('friday-night');
    expect(tableFromLink('  ')).toBe('');
  });
});

describe('openTable and sit', () => {
  const table = (name: string, fields: Partial<TableLine> = {}) => ({ name, phase: 'betting', by: 'Ann', ...fields });
  beforeEach(() => {
    [session.me, session.loaded] = [ann({ at_cage: 50_000 }), true];
  });

  it('closes an idle practice table if the player has too many', async () => {
    let full = true;
    const calls = fakeServer({
      'POST /api/tables': () => (full ? refuse('table/too_many') : update()),
      'GET /api/tables': () => [
        table('ann-a', { phase: 'flop' }), table('ann-b', { by: 'Bob' }), table('friends'), table('ann-c'), table('ann-d'),
      ],
      'POST /api/tables/ann-c/close': () => {
        full = false;
        return {};
      },
    });
    await openTable('ann-e', { house: 'california' });
    expect(callNames(calls)).toEqual(['POST /api/tables', 'GET /api/tables', 'POST /api/tables/ann-c/close', 'POST /api/tables']);
    expect(calls[3]?.[1]).toEqual({ name: 'ann-e', practice: true, house: 'california' });
  });

  it('closes nothing on any other refusal', async () => {
    const calls = fakeServer({ 'POST /api/tables': () => refuse('table/taken') });
    await expect(openTable('ann-e', {})).rejects.toMatchObject({ refusal: { code: 'table/taken' } });
    expect(calls).toHaveLength(1);
  });

  it('takes the first free seat, with forty minimum bets', async () => {
    const seats = [seat(1, 'Bob'), null, null, null, null, null];
    const calls = fakeServer({
      'GET /api/tables/main': () => update({ version: 9, view: view({ seats }) }),
      'POST /api/tables/main/orders': () => ({}),
      'GET /api/session': () => ({ me: ann() }),
    });
    await sit('main');
    expect(calls[1]?.[1]).toMatchObject({ version: 9, command: { type: 'Sit', player: 'Ann', seat: 2, chips: 20_000 } });
  });

  it('leaves a seated player where they are', async () => {
    const seats = [null, seat(2, 'Ann'), null, null, null, null];
    const calls = fakeServer({ 'GET /api/tables/main': () => update({ view: view({ seats }) }) });
    await sit('main');
    expect(callNames(calls)).toEqual(['GET /api/tables/main']);
  });
});
