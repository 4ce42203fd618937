// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { refusal } from '../../testing/fixtures';
import { jsonResponse } from '../../testing/responses';
import type { Checked, DesignForm, Field } from '../lib/schema';
import { session } from '../lib/session.svelte';
import { Design } from './design.svelte';

type Request = { path: string; body: Record<string, unknown>; signal: AbortSignal | undefined };

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

const good: Checked = { ok: true, id: 'mine', name: 'Mine', defects: [], differs_in: [], departures: [], digest: '', rests_on: 'california', toml: '' };

let requests: Request[];
let checked: Checked;
let solve: () => Response;
let design: Design;

const sent = (path: string) => requests.filter((one) => one.path === path);

beforeEach(async () => {
  vi.useFakeTimers();
  sessionStorage.clear();
  [requests, checked, solve] = [[], good, () => jsonResponse({ edge: 1 })];
  [session.me, session.loaded] = [{ name: 'Ann', shown: 'Ann', role: 'player', at_cage: 0, may: {} }, true];
  vi.stubGlobal('fetch', (path: string, { body, signal }: { body: string; signal?: AbortSignal }) => {
    requests.push({ path, body: JSON.parse(body) as Record<string, unknown>, signal });
    if (path === '/api/designer/form') return Promise.resolve(jsonResponse(FORM));
    return Promise.resolve(path === '/api/designer/check' ? jsonResponse(checked) : solve());
  });
  design = new Design();
  await design.begin('california');
  await vi.runAllTimersAsync();
  requests.length = 0;
});
afterEach(() => {
  design.stop();
  vi.useRealTimers();
});

describe('changes', () => {
  it('are none at first: values are those of the house', () => {
    expect([design.value('limits.minimum'), design.changed]).toEqual(['5', false]);
    expect(design.value('limits.note')).toBeUndefined();
  });

  it('are what was set, until it is undone or set back', () => {
    design.set('limits.minimum', '10');
    expect([design.value('limits.minimum'), design.isChanged('limits.minimum'), design.changed]).toEqual(['10', true, true]);
    design.set('limits.minimum', '5');
    expect(design.entries).toEqual({});
    design.set('limits.minimum', '10');
    design.undo('limits.minimum');
    expect(design.entries).toEqual({});
  });

  it('do not include an empty value if the house has none', () => {
    design.set('limits.note', '');
    expect(design.entries).toEqual({});
    design.set('limits.note', 'closed on Mondays');
    expect(design.entries).toEqual({ 'limits.note': 'closed on Mondays' });
  });

  it('lose the lines of a pay table when another one is chosen', () => {
    expect(design.value('trips.flush')).toBe('7 to 1');
    design.set('trips.flush', '9 to 1');
    design.set('tables.trips', 'B');
    expect(design.entries).toEqual({ 'tables.trips': 'B' });
    expect(design.value('trips.flush')).toBe('8 to 1');
  });

  it('apply only to fields whose requirement is on', () => {
    const more = design.fields.get('trips.more') as Field;
    expect(design.applies(more)).toBe(true);
    design.set('trips.on', false);
    expect(design.applies(more)).toBe(false);
  });
});

describe('evaluation', () => {
  it('sends one request after several changes, with the changes only', async () => {
    design.set('limits.minimum', '10');
    await vi.advanceTimersByTimeAsync(200);
    design.rename('mine', 'Mine');
    await vi.advanceTimersByTimeAsync(249);
    expect(requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent('/api/designer/check').map(({ body }) => body)).toEqual([
      { house: 'california', id: 'mine', name: 'Mine', entries: { 'limits.minimum': '10' }, meter: 0, ante: 0 },
    ]);
    expect([design.busy, design.solved]).toEqual([false, { edge: 1 }]);
  });

  it('cancels the earlier request', async () => {
    design.set('limits.minimum', '10');
    vi.advanceTimersByTime(250);
    await Promise.resolve();
    design.set('limits.minimum', '15');
    await vi.runAllTimersAsync();
    const [first, second] = sent('/api/designer/check');
    expect([first?.signal?.aborted, second?.signal?.aborted]).toEqual([true, false]);
  });

  it('solves no rulebook with defects, and shows each at its field', async () => {
    checked = { ...good, ok: false, defects: [refusal('x', 'too low', 'limits.minimum'), refusal('y', 'no odds', 'trips.own.flush[2]')] };
    design.set('limits.minimum', '0');
    await vi.runAllTimersAsync();
    expect(sent('/api/solve')).toEqual([]);
    expect(design.defectsOf('limits.minimum').map((one) => one.sentence)).toEqual(['too low']);
    expect(design.defectsOf('trips.flush')).toMatchObject([{ sentence: 'no odds', line: '2' }]);
    expect(design.defectsOf('trips')).toMatchObject([{ line: 'flush' }]);
    expect(design.defectsOf('limits.min')).toEqual([]);
  });

  it('shows why a valid rulebook has no figures, and drops the old ones', async () => {
    solve = () => jsonResponse(refusal('solve/too_large', 'too large', 'trips.flush'), 422);
    design.set('limits.minimum', '10');
    await vi.runAllTimersAsync();
    expect([design.first, design.solved, design.busy]).toEqual([null, null, false]);
    expect(design.defectsOf('trips.flush').map((one) => one.sentence)).toEqual(['too large']);
    expect(design.error).toBe('');
  });

  it('shows an error when the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    design.set('limits.minimum', '10');
    await vi.runAllTimersAsync();
    expect(design.error).not.toBe('');
    expect(design.busy).toBe(false);
  });
});

describe('continuing', () => {
  it('continues the design of the tab for the same house only', async () => {
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

  it('opens a valid rulebook file, and keeps the design if a file has defects', async () => {
    design.set('limits.minimum', '10');
    checked = { ...good, ok: false, defects: [refusal('x', 'unknown entry')] };
    expect(await design.open('bad.toml', 'x')).toHaveLength(1);
    expect([design.file, design.entries]).toEqual([null, { 'limits.minimum': '10' }]);
    checked = good;
    expect(await design.open('mine.toml', 'id = "mine"')).toEqual([]);
    expect([design.file?.name, design.entries]).toEqual(['mine.toml', {}]);
    expect(design.body).toMatchObject({ rulebook: 'id = "mine"' });
  });
});
