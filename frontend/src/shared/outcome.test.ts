// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { RefusalError } from '../lib/api';
import { refusal } from '../../testing/fixtures';
import { Outcome } from './outcome.svelte';

describe('Outcome', () => {
  it('is busy until there is an answer', async () => {
    const outcome = new Outcome();
    const running = outcome.run(() => Promise.resolve('opened'));
    expect(outcome.busy).toBe(true);
    await running;
    expect([outcome.text, outcome.good, outcome.busy]).toEqual(['opened', true, false]);
  });

  it('shows a refusal as a sentence', async () => {
    const outcome = new Outcome();
    await outcome.run(() => Promise.reject(new RefusalError(refusal('x', 'it is closed'), 422)));
    expect([outcome.text, outcome.good, outcome.busy]).toEqual(['It is closed.', false, false]);
  });

  it('hides no error that is not a refusal', async () => {
    const outcome = new Outcome();
    await expect(outcome.run(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug');
    expect(outcome.busy).toBe(false);
  });
});
