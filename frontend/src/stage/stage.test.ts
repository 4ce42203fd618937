// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { acted, event, rules, seat, settled, update, view } from '../../testing/fixtures';
import type { Event, TableRules, Update } from '../lib/schema';
import { settings } from '../lib/settings.svelte';
import { Stage } from './stage.svelte';

const closed = (round = 1) => event('BetsClosed', { round });
const deal = event('DealerCall', { call: 'deal', facts: { colour: 'red' } });
const dealt = (fields = {}) => view({
  phase: 'preflop',
  seats: [null, seat(2, 'Ann', { dealt: true, cards: ['Ah', 'Ad'], ...fields }), null, seat(4, 'Bob', { dealt: true }), null, null],
});

function stageOf(fields: Partial<TableRules> = {}): Stage {
  return new Stage(rules(fields), 'Ann');
}

let version = 0;
function take(stage: Stage, events: Event[], fields: Partial<Update> = {}): void {
  const board = stage.rules.board_in_hand ? [] : [7, 7, 7, 7, 7];
  const sequence = events.includes(deal) ? [2, 2, 4, 4, 0, 0, ...board] : [];
  stage.take(update({ version: ++version, events, view: dealt(), deal_sequence: sequence, ...fields }));
}

const cards = (stage: Stage, position: number) => stage.hands[position]?.cards;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  settings.speed = 'real';
  settings.sound = false;
});
afterEach(() => void vi.useRealTimers());

describe('a deal', () => {
  it('comes card by card in the house’s order; the player sees only their own', () => {
    const stage = stageOf();
    take(stage, [closed(), deal]);
    expect(cards(stage, 2)).toEqual([]);
    vi.advanceTimersByTime(450 + 450 + 190);
    expect(cards(stage, 2)).toEqual(['Ah', 'Ad']);
    expect(cards(stage, 4)).toEqual([]);
    vi.runAllTimers();
    expect(cards(stage, 4)).toEqual([null, null]);
    expect(cards(stage, 0)).toEqual([null, null]);
    expect(stage.board).toEqual([null, null, null, null, null]);
  });

  it('empties the discard rack of the other deck, then fills it with this one', () => {
    const stage = stageOf();
    stage.take(update({ version: ++version, view: view({ rack: { colour: 'blue', cards: 52, hands: [] } }) }));
    expect(stage.rack.cards).toBe(52);
    const rest = event('DealerCall', { call: 'deal.rest', discarded: 41 });
    const after = { ...dealt(), rack: { colour: 'red', cards: 41, hands: [] } };
    take(stage, [closed(), deal, rest], { view: after });
    vi.advanceTimersByTime(500);
    expect(stage.rack).toEqual({ colour: 'red', cards: 0 });
    vi.runAllTimers();
    expect(stage.rack).toMatchObject({ colour: 'red', cards: 41 });
    take(stage, [event('DealerCall', { call: 'hand.spread', seat: 4, discarded: 2 })], { view: { ...after, rack: { colour: 'red', cards: 43, hands: [4] } } });
    vi.runAllTimers();
    expect(stage.rack.cards).toBe(43);
  });

  it('leaves no board on the felt if the deck is hand-held', () => {
    const stage = stageOf({ board_in_hand: true });
    take(stage, [closed(), deal]);
    vi.runAllTimers();
    expect(stage.board).toEqual([]);
    take(stage, [event('BoardTurned', { cards: ['2c', '3c', '4c'] })], { view: { ...dealt(), board: ['2c', '3c', '4c'] } });
    expect(stage.board).toEqual(['2c', '3c', '4c']);
  });

  it('is over at once when a decision is due', () => {
    const stage = stageOf();
    take(stage, [closed(), deal]);
    take(stage, [event('DealerCall', { call: 'deal.rest' })], { may: ['4x', 'check'] });
    expect(cards(stage, 2)).toEqual(['Ah', 'Ad']);
    expect(stage.board).toHaveLength(5);
  });

  it('is over at once when the next round begins', () => {
    const stage = stageOf();
    take(stage, [closed(1)]);
    take(stage, [event('FeesDropped', { amount: 1 }), closed(2), deal]);
    const begun = () => stage.calls.filter((call) => call.type === 'BetsClosed').length;
    expect(begun()).toBe(1);
    take(stage, [closed(3)]);
    expect(begun()).toBe(3);
    expect(stage.board).toEqual([]);
  });
});

describe('a round', () => {
  function played(events: Event[], fields: Partial<Update> = {}): Stage {
    const stage = stageOf();
    take(stage, [closed(), deal]);
    take(stage, events, fields);
    stage.hurry();
    return stage;
  }

  it('turns the board from the left', () => {
    const stage = stageOf();
    take(stage, [closed(), deal]);
    stage.hurry();
    settings.speed = 'instant';
    take(stage, [event('BoardTurned', { cards: ['2c', '3c', '4c'] })], { view: { ...dealt(), board: ['2c', '3c', '4c'] } });
    expect(stage.board).toEqual(['2c', '3c', '4c', null, null]);
  });

  it('shows a Play bet, and none for a check', () => {
    const stage = played([acted({ seat: 2, multiple: 4, amount: 2_000 }), acted({ seat: 4, multiple: -1 })]);
    expect(stage.plays).toEqual({ 2: { multiple: 4, amount: 2_000 } });
  });

  it('turns over the dealer and the hands, with their words', () => {
    const stage = played([
      event('DealerTurned', { cards: ['2c', '2d'], hand: 'pair 2', qualifies: true }),
      event('HandRanked', { seat: 2, player: 'Ann', hand: 'pair A', result: 'win' }),
    ], { view: { ...dealt(), dealer: ['2c', '2d'] } });
    expect(stage.hands[0]).toMatchObject({ cards: ['2c', '2d'], words: 'pair of twos', result: 'plays' });
    expect(stage.hands[2]).toMatchObject({ cards: ['Ah', 'Ad'], words: 'pair of aces', result: 'win' });
  });

  it('tucks a hand under its chips until it is turned over', () => {
    const tuck = event('DealerCall', { call: 'hand.tucked', seat: 2 });
    expect(played([tuck]).hands[2]?.tucked).toBe('blind');
    expect(played([{ ...tuck, call: 'hand.tucked_x', facts: { wager: 'hole_card_bonus' } }]).hands[2]?.tucked).toBe('hole_card_bonus');
    const ranked = event('HandRanked', { seat: 2, player: 'Ann', hand: 'pair A', result: 'win' });
    expect(played([tuck, ranked]).hands[2]?.tucked).toBe('');
    const folded = event('HandRanked', { seat: 2, player: 'Ann', hand: 'pair A', result: 'folded' });
    expect(played([tuck, folded]).hands[2]?.tucked).toBe('blind');
  });

  it('shows what the bank still covers, wager by wager', () => {
    const stage = stageOf();
    const covers = [{ pays: 900, collects: 1_000 }, { pays: 900, collects: 800 }];
    take(stage, [settled({ paid: 100 }), event('HandRanked', { seat: 2, hand: 'pair A', result: 'win' }), settled({ taken: 200 })],
      { cover_steps: covers, cover: { pays: 0, collects: 0 } });
    expect(stage.cover).toEqual(covers[0]);
    vi.advanceTimersByTime(800 + 600);
    expect(stage.cover).toEqual(covers[1]);
    vi.runAllTimers();
    expect(stage.cover).toEqual({ pays: 0, collects: 0 });
  });

  it('adds up its money', () => {
    expect(played([settled({ player: 'Ann', paid: 500 }), settled({ player: 'Ann', taken: 200 })]).money.net('Ann')).toBe(300);
  });

  it('stays visible when it is over, until the player’s next bets', () => {
    const stage = played([event('RoundClosed', { round: 1 })], { view: view() });
    expect(stage.over).toBe(true);
    expect(cards(stage, 2)).toEqual(['Ah', 'Ad']);
    take(stage, [event('WagersPlaced', { player: 'Bob', seat: 4, wagers: { ante: 500 } })], { view: view() });
    expect(cards(stage, 2)).toEqual(['Ah', 'Ad']);
    take(stage, [event('WagersPlaced', { player: 'Ann', seat: 2, wagers: { ante: 500 } })], { view: view() });
    expect(stage.over).toBe(false);
    expect(cards(stage, 2)).toEqual([]);
  });
});

describe('reconnecting', () => {
  const back = () => update({ version: ++version, view: dealt(), so_far: [closed(), deal, acted({ seat: 2, multiple: 4, amount: 2_000 })] });

  it('shows the round so far at once, without a moment or a flight', () => {
    const stage = stageOf();
    stage.take(back());
    expect(stage.busy).toBe(false);
    expect(cards(stage, 2)).toEqual(['Ah', 'Ad']);
    expect(stage.plays[2]).toEqual({ multiple: 4, amount: 2_000 });
    expect(stage.moments.now).toEqual([]);
    expect(stage.calls.map((call) => call.type)).toEqual(['BetsClosed', 'DealerCall', 'Acted']);
  });

  it('announces nothing twice', () => {
    const stage = stageOf();
    take(stage, [closed(), deal]);
    const again = back();
    stage.take(again);
    stage.take(again);
    expect(stage.calls.map((call) => call.type)).toEqual(['BetsClosed', 'DealerCall', 'Acted']);
  });
});
