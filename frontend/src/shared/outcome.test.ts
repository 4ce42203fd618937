// @vitest-environment happy-dom
/** What comes of things that are asked of the floor, at once or after a round. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { partsOf } from '../floor/sections';
import { Refused } from '../lib/api';
import { told, update, view } from '../lib/fixtures';
import { Outcome, sentence } from '../floor/floorWatch.svelte';
import { Later, laters } from '../floor/pendingActions.svelte';

it('makes a sentence of a refusal', () => {
  expect(sentence('you need $25; you have $5')).toBe('You need $25; you have $5.');
  expect(sentence('Done.')).toBe('Done.');
  expect(sentence('')).toBe('');
});

describe('Outcome', () => {
  it('is busy until there is an answer', async () => {
    const outcome = new Outcome();
    const work = outcome.of(() => Promise.resolve('opened'));
    expect(outcome.busy).toBe(true);
    await work;
    expect([outcome.text, outcome.good, outcome.busy]).toEqual(['opened', true, false]);
  });

  it('shows a refusal as a sentence', async () => {
    const outcome = new Outcome();
    await outcome.of(() => Promise.reject(new Refused(told('x', 'it is closed'), 422)));
    expect([outcome.text, outcome.good, outcome.busy]).toEqual(['It is closed.', false, false]);
  });

  it('hides no error that is not a refusal', async () => {
    const outcome = new Outcome();
    await expect(outcome.of(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug');
    expect(outcome.busy).toBe(false);
  });
});

describe('Later', () => {
  let phase: string;
  beforeEach(() => {
    vi.useFakeTimers();
    phase = 'flop';
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(update({ view: view({ phase }) }))));
  });
  afterEach(() => void vi.useRealTimers());

  it('waits for the end of the round, then does it once', async () => {
    const later = new Later('main');
    const work = vi.fn(() => Promise.resolve('closed'));
    const done = later.between('close', work);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([later.waits, work.mock.calls.length]).toEqual([true, 0]);
    phase = 'betting';
    await vi.advanceTimersByTimeAsync(300);
    await done;
    expect([later.waits, later.text, work.mock.calls.length]).toEqual([false, 'closed', 1]);
  });

  it('waits on where a round began in the meantime', async () => {
    phase = 'betting';
    const later = new Later('main');
    const answers = [new Refused(told('round/under_way'), 422), null];
    const done = later.between('close', () => {
      const no = answers.shift();
      return no ? Promise.reject(no) : Promise.resolve('closed');
    });
    await vi.advanceTimersByTimeAsync(300);
    await done;
    expect(later.text).toBe('closed');
  });

  it('does nothing once it is called off', async () => {
    const later = new Later('main');
    const work = vi.fn(() => Promise.resolve('closed'));
    const done = later.between('close', work);
    await vi.advanceTimersByTimeAsync(100);
    later.callOff();
    phase = 'betting';
    await vi.advanceTimersByTimeAsync(1_000);
    await done;
    expect(work).not.toHaveBeenCalled();
  });

  it('is one for each table, until the table is gone', () => {
    const main = laters.at('main');
    expect(laters.at('main')).toBe(main);
    expect(laters.at('other')).not.toBe(main);
    main.waits = true;
    expect([laters.waits('main'), laters.waits('other'), laters.waits('none')]).toEqual([true, false, false]);
    laters.forget('main');
    expect(laters.waits('main')).toBe(false);
  });
});

describe('the parts of the console', () => {
  const parts = (may: Record<string, string>) => partsOf({ scope: (action) => may[action] });

  it('are those whose matter is open', () => {
    expect(parts({})).toEqual([]);
    expect(parts({ 'drop.see': 'any', 'users.see': 'any' })).toEqual(['tables', 'people']);
    expect(parts({ 'ledger.audit': 'any' })).toEqual(['service']);
  });

  it('are not opened by what concerns oneself alone', () => {
    expect(parts({ 'hands.recall': 'own', 'statement.see': 'own' })).toEqual([]);
    expect(parts({ 'hands.recall': 'any', 'statement.see': 'any' })).toEqual(['cage', 'hands']);
  });
});
