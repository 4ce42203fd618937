// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Design } from './design.svelte';
import { told } from '../lib/fixtures';
import type { Checked, DesignForm, Field } from '../lib/schema';
import { session } from '../lib/session.svelte';

type Asked = { path: string; body: Record<string, unknown>; signal: AbortSignal | undefined };

const field = (path: string, value: unknown, fields: Partial<Field> = {}): Field => ({
  path, value, kind: 'text', choices: [], clause: '', columns: [], needs: '', ...fields,
});
const FORM = {
  id: 'california', name: 'California', document: '',
  groups: [
    { name: 'limits', fields: [field('limits.minimum', '5'), field('limits.note', null)] },
    {
      name: 'tables',
      fields: [
        field('tables.trips', 'A'), field('trips.flush', '6 to 1'),
        field('trips.on', true), field('trips.more', '1', { needs: 'trips.on' }),
      ],
    },
  ],
  printed: { 'tables.trips': { A: { 'trips.flush': '7 to 1' }, B: { 'trips.flush': '8 to 1' } } },
} as unknown as DesignForm;

const good: Checked = { ok: true, id: 'mine', name: 'Mine', defects: [], differs_in: [], digest: '', rests_on: 'california', toml: '' };

let asked: Asked[];
let checked: Checked;
let solve: () => Response;
let design: Design;

const sent = (path: string) => asked.filter((one) => one.path === path);

beforeEach(async () => {
  vi.useFakeTimers();
  sessionStorage.clear();
  [asked, checked, solve] = [[], good, () => Response.json({ edge: 1 })];
  [session.me, session.known] = [{ name: 'Ann', role: 'player', at_cage: 0, may: {} }, true];
  vi.stubGlobal('fetch', (path: string, { body, signal }: { body: string; signal?: AbortSignal }) => {
    asked.push({ path, body: JSON.parse(body) as Record<string, unknown>, signal });
    if (path === '/api/designer/form') return Promise.resolve(Response.json(FORM));
    return Promise.resolve(path === '/api/designer/check' ? Response.json(checked) : solve());
  });
  design = new Design();
  await design.begin('california');
  await vi.runAllTimersAsync();
  asked.length = 0;
});
afterEach(() => {
  design.stop();
  vi.useRealTimers();
});

describe('what differs', () => {
  it('is nothing at first: values are those of the house', () => {
    expect([design.value('limits.minimum'), design.changed]).toEqual(['5', false]);
    expect(design.value('limits.note')).toBeUndefined();
  });

  it('is what was set, until it is undone or set back', () => {
    design.set('limits.minimum', '10');
    expect([design.value('limits.minimum'), design.changes('limits.minimum'), design.changed]).toEqual(['10', true, true]);
    design.set('limits.minimum', '5');
    expect(design.entries).toEqual({});
    design.set('limits.minimum', '10');
    design.undo('limits.minimum');
    expect(design.entries).toEqual({});
  });

  it('is no empty value where the house has none', () => {
    design.set('limits.note', '');
    expect(design.entries).toEqual({});
    design.set('limits.note', 'closed on Mondays');
    expect(design.entries).toEqual({ 'limits.note': 'closed on Mondays' });
  });

  it('loses the lines of a pay table when another one is chosen', () => {
    expect(design.value('trips.flush')).toBe('7 to 1');
    design.set('trips.flush', '9 to 1');
    design.set('tables.trips', 'B');
    expect(design.entries).toEqual({ 'tables.trips': 'B' });
    expect(design.value('trips.flush')).toBe('8 to 1');
  });

  it('counts a field only where what it needs is on', () => {
    const more = design.fields.get('trips.more') as Field;
    expect(design.counts(more)).toBe(true);
    design.set('trips.on', false);
    expect(design.counts(more)).toBe(false);
  });
});

describe('asking', () => {
  it('asks once after several changes, and only for what differs', async () => {
    design.set('limits.minimum', '10');
    await vi.advanceTimersByTimeAsync(200);
    design.rename('mine', 'Mine');
    await vi.advanceTimersByTimeAsync(249);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent('/api/designer/check').map(({ body }) => body)).toEqual([
      { house: 'california', id: 'mine', name: 'Mine', entries: { 'limits.minimum': '10' }, meter: 0 },
    ]);
    expect([design.busy, design.solved]).toEqual([false, { edge: 1 }]);
  });

  it('calls off what was asked before', async () => {
    design.set('limits.minimum', '10');
    vi.advanceTimersByTime(250);
    await Promise.resolve();
    design.set('limits.minimum', '15');
    await vi.runAllTimersAsync();
    const [first, second] = sent('/api/designer/check');
    expect([first?.signal?.aborted, second?.signal?.aborted]).toEqual([true, false]);
  });

  it('solves no rulebook with defects, and shows each at its field', async () => {
    checked = { ...good, ok: false, defects: [told('x', 'too low', 'limits.minimum'), told('y', 'no odds', 'trips.own.flush[2]')] };
    design.set('limits.minimum', '0');
    await vi.runAllTimersAsync();
    expect(sent('/api/solve')).toEqual([]);
    expect(design.against('limits.minimum').map((one) => one.sentence)).toEqual(['too low']);
    expect(design.against('trips.flush')).toMatchObject([{ sentence: 'no odds', line: '2' }]);
    expect(design.against('trips')).toMatchObject([{ line: 'flush' }]);
    expect(design.against('limits.min')).toEqual([]);
  });

  it('says why a good rulebook has no figures, and drops the old ones', async () => {
    solve = () => Response.json(told('solve/too_large', 'too large', 'trips.flush'), { status: 422 });
    design.set('limits.minimum', '10');
    await vi.runAllTimersAsync();
    expect([design.first, design.solved, design.busy]).toEqual([null, null, false]);
    expect(design.against('trips.flush').map((one) => one.sentence)).toEqual(['too large']);
    expect(design.trouble).toBe('');
  });

  it('says so when the house cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    design.set('limits.minimum', '10');
    await vi.runAllTimersAsync();
    expect(design.trouble).not.toBe('');
    expect(design.busy).toBe(false);
  });
});

describe('going on', () => {
  it('keeps the work of a tab for the same house only', async () => {
    design.set('limits.minimum', '10');
    design.compare('hollywood-pa');
    const again = new Design();
    await again.resume('', 'cardroom-25');
    expect([again.house, again.value('limits.minimum'), again.rival]).toEqual(['california', '10', 'hollywood-pa']);
    const other = new Design();
    await other.resume('light-and-wonder', 'cardroom-25');
    expect([other.house, other.entries]).toEqual(['light-and-wonder', {}]);
    again.stop();
    other.stop();
  });

  it('opens a good rulebook file, and keeps what it has where a file has defects', async () => {
    design.set('limits.minimum', '10');
    checked = { ...good, ok: false, defects: [told('x', 'unknown entry')] };
    expect(await design.open('bad.toml', 'x')).toHaveLength(1);
    expect([design.file, design.entries]).toEqual([null, { 'limits.minimum': '10' }]);
    checked = good;
    expect(await design.open('mine.toml', 'id = "mine"')).toEqual([]);
    expect([design.file?.name, design.entries]).toEqual(['mine.toml', {}]);
    expect(design.asked).toMatchObject({ rulebook: 'id = "mine"' });
  });
});
