// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { RefusalError } from '../lib/api';
import { refusal, update, view } from '../../testing/fixtures';
import { jsonResponse } from '../../testing/responses';
import { PendingAction, pendingActions } from './pendingActions.svelte';

describe('PendingAction', () => {
  let phase: 'betting' | 'flop';
  beforeEach(() => {
    vi.useFakeTimers();
    phase = 'flop';
    vi.stubGlobal('fetch', () => Promise.resolve(jsonResponse(update({ view: view({ phase }) }))));
  });
  afterEach(() => void vi.useRealTimers());

  it('waits for the end of the round, then does it once', async () => {
    const action = new PendingAction('main');
    const work = vi.fn(() => Promise.resolve('closed'));
    const done = action.betweenRounds('close', work);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([action.waiting, work.mock.calls.length]).toEqual([true, 0]);
    phase = 'betting';
    await vi.advanceTimersByTimeAsync(300);
    await done;
    expect([action.waiting, action.text, work.mock.calls.length]).toEqual([false, 'closed', 1]);
  });

  it('goes on waiting if a round has begun in the meantime', async () => {
    phase = 'betting';
    const action = new PendingAction('main');
    const answers = [new RefusalError(refusal('round/under_way'), 422), null];
    const done = action.betweenRounds('close', () => {
      const error = answers.shift();
      return error ? Promise.reject(error) : Promise.resolve('closed');
    });
    await vi.advanceTimersByTimeAsync(300);
    await done;
    expect(action.text).toBe('closed');
  });

  it('does nothing once it is canceled', async () => {
    const action = new PendingAction('main');
    const work = vi.fn(() => Promise.resolve('closed'));
    const done = action.betweenRounds('close', work);
    await vi.advanceTimersByTimeAsync(100);
    action.cancel();
    phase = 'betting';
    await vi.advanceTimersByTimeAsync(1_000);
    await done;
    expect(work).not.toHaveBeenCalled();
  });

  it('exists once for each table, until the table is removed', () => {
    const main = pendingActions.at('main');
    expect(pendingActions.at('main')).toBe(main);
    expect(pendingActions.at('other')).not.toBe(main);
    main.waiting = true;
    expect([pendingActions.waiting('main'), pendingActions.waiting('other'), pendingActions.waiting('none')]).toEqual([true, false, false]);
    pendingActions.remove('main');
    expect(pendingActions.waiting('main')).toBe(false);
  });
});
