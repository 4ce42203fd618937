// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { circle, rules, told } from '../lib/fixtures';
import type { TableRules, RefusalMessage } from '../lib/schema';
import { Draft, type Terms } from './draft.svelte';

const TERMS: Terms = { minimum: 1_000, maximum: 5_000, chips: 20_000 };
const ANTE = circle('ante');
const TRIPS = circle('trips');
const FIXED = circle('progressive', { fixed: 100 });

/** What the table was asked, and what it says. */
let asked: unknown[];
let answers: (RefusalMessage | null)[];

function draftOf(fields: Partial<TableRules> = {}): Draft {
  return new Draft(rules({ chips: [100, 500], ...fields }), 'main', (wagers) => ({ type: 'Wager', wagers }));
}

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  [asked, answers] = [[], []];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    return Promise.resolve(Response.json({ refusal: answers.shift() ?? null }));
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

  it('takes its first chips for a side bet to that bet’s own minimum', () => {
    const draft = draftOf();
    draft.put(ANTE, TERMS);
    draft.put(circle('trips', { minimum: 700 }), TERMS);
    expect(draft.wagers['trips']).toBe(700);
  });
});

describe('why', () => {
  const why = (draft: Draft, wager = ANTE, terms: Partial<Terms> = {}) => draft.why(wager, { ...TERMS, ...terms });

  it('has nothing against a first Ante', () => {
    expect(why(draftOf())).toBe('');
  });

  it('refuses, with a reason for each: Play, side bets without an Ante, too much, too few chips', () => {
    const draft = draftOf();
    const early = [why(draft, circle('play')), why(draft, TRIPS), why(draft, ANTE, { chips: 1_999 })];
    draft.put(ANTE, TERMS);
    const late = [why(draft, ANTE, { maximum: 1_499 })];
    draft.put(FIXED, TERMS);
    const all = [...early, ...late, why(draft, FIXED)];
    expect(all).not.toContain('');
    expect(new Set(all).size).toBe(5);
  });

  it('counts an Ante twice, for the Blind that goes with it', () => {
    expect(why(draftOf(), ANTE, { chips: 2_000 })).toBe('');
    const draft = draftOf();
    draft.put(ANTE, TERMS);
    expect(why(draft, TRIPS, { chips: 2_500 })).toBe('');
    expect(why(draft, TRIPS, { chips: 2_499 })).not.toBe('');
  });

  it('asks for Trips under a Bad Beat only where the house does', () => {
    for (const needs of [false, true]) {
      const draft = draftOf({ bad_beat_needs_trips: needs });
      draft.put(ANTE, TERMS);
      expect(Boolean(why(draft, circle('bad_beat')))).toBe(needs);
      draft.put(TRIPS, TERMS);
      expect(why(draft, circle('bad_beat'))).toBe('');
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
    draft.takeFrom('trips');
    expect(draft.wagers).toEqual({ ante: 1_000, blind: 1_000 });
    draft.put(TRIPS, TERMS);
    draft.takeFrom('blind');
    expect(draft.wagers).toEqual({});
  });
});

it('repeats the last bets, also after the page was loaded again', () => {
  const draft = draftOf();
  draft.placed({ ante: 1_000, blind: 1_000, trips: 500 });
  expect(draft.wagers).toEqual({});
  draft.rebet();
  expect(draft.wagers).toEqual({ ante: 1_000, blind: 1_000, trips: 500 });
  expect(draftOf().last).toEqual({ ante: 1_000, blind: 1_000, trips: 500 });
  sessionStorage.setItem('uth.bets.main', 'not JSON');
  expect(draftOf().last).toEqual({});
});

describe('asking the table', () => {
  it('asks once the chips lie still, and is sure only of the answer', async () => {
    const draft = draftOf();
    answers = [told('limits/maximum')];
    draft.put(ANTE, TERMS);
    draft.put(ANTE, TERMS);
    expect(draft.sure).toBe(false);
    await vi.runAllTimersAsync();
    expect(asked).toEqual([{ command: { type: 'Wager', wagers: { ante: 1_500, blind: 1_500 } } }]);
    expect([draft.sure, draft.refusal?.code]).toEqual([true, 'limits/maximum']);
    draft.put(TRIPS, TERMS);
    expect([draft.sure, draft.refusal]).toEqual([false, null]);
  });

  it('asks nothing about an empty layout', async () => {
    const draft = draftOf();
    draft.put(ANTE, TERMS);
    draft.clear();
    await vi.runAllTimersAsync();
    expect(asked).toEqual([]);
  });

  it('takes a refused question for the answer', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(told('session/none'), { status: 401 })));
    const draft = draftOf();
    draft.put(ANTE, TERMS);
    await vi.runAllTimersAsync();
    expect([draft.sure, draft.refusal?.code]).toEqual([true, 'session/none']);
  });
});
