// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { event, seat, update, view } from '../../testing/fixtures';
import { jsonResponse } from '../../testing/responses';
import type { TableAdvice, Update } from '../lib/schema';
import { settings } from '../lib/settings.svelte';
import { Coach } from './coach.svelte';

/** The answers that the server still owes, in the order of the requests. */
let owed: ((answer: Response) => void)[];

function advice(street: string, round = 1): TableAdvice {
  return {
    table: 'main', version: 1, round, street, cards: [], board: [], ante: 1_000, best: 'check', binds: [], counted: [],
    actions: [{ action: 'check', ev: 0, cost: 0, open: true }, { action: '4x', ev: -1, cost: 1, open: true }],
  } as unknown as TableAdvice;
}
function street(phase: 'preflop' | 'flop', acted = '', round = 1): Update {
  const events = acted ? [event('Acted', { player: 'Ann', seat: 1, multiple: acted === 'check' ? -1 : 4 })] : [];
  return update({ events, view: view({ round, phase, seats: [seat(1, 'Ann', { to_act: true }), null, null, null, null, null] }) });
}
async function answer(given: TableAdvice): Promise<void> {
  owed.shift()?.(jsonResponse(given));
  await new Promise((done) => setTimeout(done));
}

beforeEach(() => {
  owed = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => owed.push(done)));
});

describe('the verdict', () => {
  it('comes even if the player decides before the advice is there', async () => {
    settings.coach = 'after';
    const coach = new Coach('main', 'Ann');
    coach.take(street('preflop'));
    coach.take(street('flop', 'check'));
    expect(coach.visible).toBeNull();
    await answer(advice('preflop'));
    expect([coach.visible?.street, coach.acted]).toEqual(['preflop', 'check']);
    await answer(advice('flop'));
    expect([coach.visible?.street, coach.acted]).toEqual(['preflop', 'check']);
  });

  it('gives way to the advice on the next decision, and to the next round', async () => {
    settings.coach = 'before';
    const coach = new Coach('main', 'Ann');
    coach.take(street('preflop'));
    await answer(advice('preflop'));
    coach.take(street('flop', 'check'));
    expect(coach.visible).toBeNull();
    await answer(advice('flop'));
    expect([coach.visible?.street, coach.acted]).toEqual(['flop', '']);
    settings.coach = 'after';
    expect([coach.visible?.street, coach.acted]).toEqual(['preflop', 'check']);
    coach.take(street('preflop', '', 2));
    expect(coach.visible).toBeNull();
  });
});
