// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { circle, rules, refusal } from '../../testing/fixtures';
import { jsonResponse } from '../../testing/responses';
import type { RefusalMessage, TableRules } from '../lib/schema';
import { Draft, type Terms } from './draft.svelte';

const TERMS: Terms = { minimum: 1_000, maximum: 5_000, chips: 20_000 };
const ANTE = circle('ante');
const TRIPS = circle('trips');
const FIXED = circle('progressive', { fixed: 100 });

/** The requests to the table, and its answers. */
let requests: unknown[];
let answers: (RefusalMessage | null)[];

function draftOf(fields: Partial<TableRules> = {}): Draft {
  return new Draft(rules({ chips: [100, 500], ...fields }), 'main', (wagers) => ({ type: 'Wager', wagers }));
}

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  [requests, answers] = [[], []];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    requests.push(JSON.parse(body));
    return Promise.resolve(jsonResponse({ refusal: answers.shift() ?? null }));
  });
});
afterEach(() => void vi.useRealTimers());

describe('put', () => {
  it('reaches the minimum at once, then goes chip by chip; the Blind follows the Ante', () => {
    const draft = draftOf();
    draft.put(ANTE, TERMS);
    expect(draft.wagers).toEqual({ ante: 1_000, blind: 1_000 });
    draft.put(circle('blind'), TERMS);
    expect(draft.wagers).toEqual({ ante: 1_500, blind: 1_500 });
    expect(draft.total).toBe(3_000);
  });

  it('puts a fixed stake once', () => {
    const draft = draftOf();
    draft.put(ANTE, TERMS);
    draft.put(FIXED, TERMS);
    draft.put(FIXED, TERMS);
    expect(draft.wagers['progressive']).toBe(100);
  });

  it('starts a side bet at its own minimum', () => {
    const draft = draftOf();
    draft.put(ANTE, TERMS);
    draft.put(circle('trips', { minimum: 700 }), TERMS);
    expect(draft.wagers['trips']).toBe(700);
  });
});

describe('obstacle', () => {
  const obstacle = (draft: Draft, wager = ANTE, terms: Partial<Terms> = {}) => draft.obstacle(wager, { ...TERMS, ...terms });

  it('allows a first Ante', () => {
    expect(obstacle(draftOf())).toBe('');
  });

  it('refuses, with a reason for each: Play, side bets without an Ante, too much, too few chips', () => {
    const draft = draftOf();
    const early = [obstacle(draft, circle('play')), obstacle(draft, TRIPS), obstacle(draft, ANTE, { chips: 1_999 })];
    draft.put(ANTE, TERMS);
    const late = [obstacle(draft, ANTE, { maximum: 1_499 })];
    draft.put(FIXED, TERMS);
    const all = [...early, ...late, obstacle(draft, FIXED)];
    expect(all).not.toContain('');
    expect(new Set(all).size).toBe(5);
  });

  it('counts an Ante twice, for the Blind that goes with it', () => {
    expect(obstacle(draftOf(), ANTE, { chips: 2_000 })).toBe('');
    const draft = draftOf();
    draft.put(ANTE, TERMS);
    expect(obstacle(draft, TRIPS, { chips: 2_500 })).toBe('');
    expect(obstacle(draft, TRIPS, { chips: 2_499 })).not.toBe('');
  });

  it('requires Trips for a Bad Beat only if the house does', () => {
    for (const needs of ['', 'trips']) {
      const [draft, badBeat] = [draftOf(), circle('bad_beat', { needs })];
      draft.put(ANTE, TERMS);
      expect(Boolean(obstacle(draft, badBeat))).toBe(Boolean(needs));
      draft.put(TRIPS, TERMS);
      expect(obstacle(draft, badBeat)).toBe('');
    }
  });
});

describe('taking chips back', () => {
  it('undoes one put after the other', () => {
    const draft = draftOf();
    draft.put(ANTE, TERMS);
    draft.put(TRIPS, TERMS);
    draft.takeBack();
    expect(draft.wagers).toEqual({ ante: 1_000, blind: 1_000 });
    draft.takeBack();
    expect(draft.wagers).toEqual({});
    draft.takeBack();
    expect(draft.undoable).toBe(false);
  });

  it('takes a side bet alone, but everything with the Ante or the Blind', () => {
    const draft = draftOf();
    draft.put(ANTE, TERMS);
    draft.put(TRIPS, TERMS);
    draft.takeFrom(TRIPS);
    expect(draft.wagers).toEqual({ ante: 1_000, blind: 1_000 });
    draft.put(TRIPS, TERMS);
    draft.takeFrom(circle('blind'));
    expect(draft.wagers).toEqual({});
  });
});

it('repeats the last bets, also after a reload', () => {
  const draft = draftOf();
  draft.placed({ ante: 1_000, blind: 1_000, trips: 500 });
  expect(draft.wagers).toEqual({});
  draft.rebet();
  expect(draft.wagers).toEqual({ ante: 1_000, blind: 1_000, trips: 500 });
  expect(draftOf().last).toEqual({ ante: 1_000, blind: 1_000, trips: 500 });
  sessionStorage.setItem('uth.bets.main', 'not JSON');
  expect(draftOf().last).toEqual({});
});

describe('trying the bets', () => {
  it('asks the table once the bets stay the same, and waits for its answer', async () => {
    const draft = draftOf();
    answers = [refusal('limits/maximum')];
    draft.put(ANTE, TERMS);
    draft.put(ANTE, TERMS);
    expect(draft.checked).toBe(false);
    await vi.runAllTimersAsync();
    expect(requests).toEqual([{ command: { type: 'Wager', wagers: { ante: 1_500, blind: 1_500 } } }]);
    expect([draft.checked, draft.refusal?.code]).toEqual([true, 'limits/maximum']);
    draft.put(TRIPS, TERMS);
    expect([draft.checked, draft.refusal]).toEqual([false, null]);
  });

  it('does not ask about an empty layout', async () => {
    const draft = draftOf();
    draft.put(ANTE, TERMS);
    draft.clear();
    await vi.runAllTimersAsync();
    expect(requests).toEqual([]);
  });

  it('takes a refused request as the answer', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(jsonResponse(refusal('session/none'), 401)));
    const draft = draftOf();
    draft.put(ANTE, TERMS);
    await vi.runAllTimersAsync();
    expect([draft.checked, draft.refusal?.code]).toEqual([true, 'session/none']);
  });
});
