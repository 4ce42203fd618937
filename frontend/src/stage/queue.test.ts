// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { settings } from '../lib/settings.svelte';
import { Queue } from './queue.svelte';

let shown: string[];
let queue: Queue;

function still(matches: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches }));
}

beforeEach(() => {
  vi.useFakeTimers();
  still(false);
  settings.speed = 'real';
  shown = [];
  queue = new Queue();
  for (const [name, lasts] of [['a', 0], ['b', 100], ['c', 300], ['d', 0]] as const) {
    queue.then(lasts, () => shown.push(name));
  }
});
afterEach(() => void vi.useRealTimers());

it('shows one step after the other, each for its time', () => {
  queue.run();
  expect(shown).toEqual(['a', 'b']);
  vi.advanceTimersByTime(99);
  expect(shown).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['a', 'b', 'c']);
  expect(queue.busy).toBe(true);
  vi.advanceTimersByTime(300);
  expect(shown).toEqual(['a', 'b', 'c', 'd']);
  expect(queue.busy).toBe(false);
});

it('goes at the speed that was chosen', () => {
  settings.speed = 'brisk';
  queue.run();
  vi.advanceTimersByTime(38);
  expect(shown).toEqual(['a', 'b', 'c']);
  settings.speed = 'instant';
  vi.runAllTimers();
  expect(shown).toEqual(['a', 'b', 'c', 'd']);
});

it('runs once, however often it is started', () => {
  queue.run();
  queue.run();
  expect(shown).toEqual(['a', 'b']);
});

it('shows the rest at once for whoever is in a hurry', () => {
  queue.run();
  queue.hurry();
  expect(shown).toEqual(['a', 'b', 'c', 'd']);
  expect([queue.busy, queue.flight, vi.getTimerCount()]).toEqual([false, 0, 0]);
});

it('lets cards fly twice as long as a step lasts, up to a limit', () => {
  queue.run();
  expect(queue.flight).toBe(200);
  vi.advanceTimersByTime(100);
  expect(queue.flight).toBe(420);
});

it('lets nothing fly if reduced motion is preferred', () => {
  still(true);
  queue.run();
  expect(shown).toEqual(['a', 'b']);
  expect(queue.flight).toBe(0);
});

it('shows nothing more once it is closed', () => {
  queue.run();
  queue.close();
  vi.runAllTimers();
  expect(shown).toEqual(['a', 'b']);
});
