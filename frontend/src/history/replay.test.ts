import { describe, expect, it } from 'vitest';

import { acted, event, settled } from '../../testing/fixtures';
import type { Event, Replay } from '../lib/schema';
import { netResult, playersOf, snapshotAfter } from './replay';

const player = (name: string, seat: number, stack = 10_000) => ({ name, seat, stack, kept_minimum: null, disconnected: false });
const action = (word: string, number: number, amount: number) => ({
  actor: 'p', word, number, amount, cards: [], player: 0, rest: 0, text: '',
});

const EVENTS: Event[] = [
  event('BetsClosed', { round: 1 }),
  event('FeeTaken', { player: 'Ann', amount: 100 }),
  event('Dealt', { procedure: 'shuffler', seats: [2, 5], colour: 'blue', deck: ['Ah', 'Ad', 'Kc', 'Kd', '2c', '3c', '4h', '5h', '6h', '7h', '8h'] }),
  acted({ seat: 2, player: 'Ann', multiple: 4, amount: 2_000 }),
  event('BackLineFollowed', { seat: 2, player: 'Cleo', amount: 400 }),
  acted({ seat: 5, player: 'Bob', multiple: -1 }),
  event('BoardTurned', { cards: ['4h', '5h', '6h'] }),
  acted({ seat: 5, player: 'Bob', multiple: 0 }),
  event('BoardTurned', { cards: ['7h', '8h'] }),
  event('DealerTurned', { cards: ['2c', '3c'], hand: 'high_card K', qualifies: false }),
  event('HandRanked', { seat: 2, player: 'Ann', hand: 'flush A', result: 'win' }),
  settled({ seat: 2, player: 'Ann', wager: 'play', stake: 2_000, paid: 2_000 }),
  settled({ seat: 2, player: 'Cleo', wager: 'play', stake: 400, paid: 400, backer: true }),
  settled({ seat: 2, player: 'Cleo', wager: 'ante', stake: 100, outcome: 'lose', taken: 100, backer: true }),
  settled({ seat: 2, player: 'Ann', wager: 'envy', stake: 0, paid: 1_000, source: 5 }),
  event('MysteryWon', { seat: 5, player: 'Bob', amount: 30_000 }),
];

function replay(events: Event[] = EVENTS): Replay {
  return {
    events,
    order: ['trips', 'ante', 'play', 'blind', 'bad_beat'],
    hand: {
      at: 0, round: 1, rulebook: '', table: 'main', version: 1, void: false, house_name: 'California',
      hand: {
        about: '', house: 'california', number: 1, colour: 'blue', context: {}, fees: null, floor: [], hands: null,
        limits: null, posted_maximum: null, meter: null, meter_after: null, procedure: 'shuffler', shuffler: null, settings: {}, settlement: null,
        players: [player('Ann', 2), player('Bob', 5), player('Cleo', 0), player('Dan', 6)],
        wagers: [
          { player: 1, behind: 0, wagers: { ante: 500, blind: 500 } },
          { player: 2, behind: 0, wagers: { ante: 1_000, blind: 1_000 } },
          { player: 3, behind: 2, wagers: { ante: 100, blind: 100 } },
        ],
        bank: null,
        actions: [action('add', 1, 5_000), action('add', 2, 700), action('raise', 1, 999)],
        finishing: [18_000, 9_700],
      },
    },
  };
}

const seatAfter = (steps: number, seat: number, events = EVENTS) =>
  snapshotAfter(replay(events), steps).seats.find((one) => one.seat === seat);

describe('snapshotAfter', () => {
  it('starts with the players who have a seat and a stake', () => {
    const snapshot = snapshotAfter(replay(), 0);
    expect(snapshot.seats.map((one) => one.player)).toEqual(['Ann', 'Bob']);
    expect(snapshot).toMatchObject({ colour: 'blue', board: [], dealer: [], bank: 0, dealerSeat: 0, void: '' });
    expect(seatAfter(0, 2)?.backers).toEqual([{ player: 'Cleo', wagers: { ante: 100, blind: 100 }, net: null }]);
  });

  it('seats a player who banks without a wager', () => {
    const banked = replay();
    banked.hand.hand.bank = { player: 4, amount: 50_000 };
    expect(snapshotAfter(banked, 0)).toMatchObject({ dealerSeat: 6, bank: 50_000 });
    expect(snapshotAfter(banked, 0).seats.map((one) => one.player)).toEqual(['Ann', 'Bob', 'Dan']);
  });

  it('deals from the deck, and turns the dealer only later', () => {
    expect(seatAfter(2, 2)?.cards).toEqual([]);
    expect(seatAfter(3, 2)?.cards).toEqual(['Ah', 'Ad']);
    expect(seatAfter(3, 5)?.cards).toEqual(['Kc', 'Kd']);
    expect(snapshotAfter(replay(), 9)).toMatchObject({ dealer: ['2c', '3c'], dealerTurned: false });
    expect(snapshotAfter(replay(), 10)).toMatchObject({ dealer: ['2c', '3c'], dealerTurned: true });
  });

  it('shows the actions, and the Play bet once it is made', () => {
    expect(seatAfter(3, 2)?.wagers).toEqual({ ante: 500, blind: 500 });
    expect(seatAfter(4, 2)).toMatchObject({ action: '4x', wagers: { ante: 500, blind: 500, play: 2_000 } });
    expect(Object.keys(seatAfter(4, 2)?.wagers ?? {})).toEqual(['ante', 'play', 'blind']);
    expect(seatAfter(6, 5)?.action).toBe('check');
    expect(seatAfter(8, 5)).toMatchObject({ action: 'fold', wagers: { ante: 1_000, blind: 1_000 } });
    expect(seatAfter(5, 2)?.backers[0]?.wagers).toEqual({ ante: 100, blind: 100, play: 400 });
  });

  it('lists wagers in the order of the house, however the message has them', () => {
    const recorded = replay();
    recorded.hand.hand.wagers[0] = { player: 1, behind: 0, wagers: { ante: 500, bad_beat: 100, blind: 500, trips: 100 } };
    const orderAfter = (steps: number) => Object.keys(snapshotAfter(recorded, steps).seats[0]?.wagers ?? {});
    expect(orderAfter(0)).toEqual(['trips', 'ante', 'blind', 'bad_beat']);
    expect(orderAfter(4)).toEqual(['trips', 'ante', 'play', 'blind', 'bad_beat']);
  });

  it('turns the board card by card', () => {
    expect(snapshotAfter(replay(), 7).board).toEqual(['4h', '5h', '6h']);
    expect(snapshotAfter(replay(), 9).board).toEqual(['4h', '5h', '6h', '7h', '8h']);
  });

  it('settles wagers, and separates backers and money without a wager', () => {
    const ann = seatAfter(EVENTS.length, 2);
    expect(ann?.turned).toBe(true);
    expect(ann?.settled.map((one) => one.wager)).toEqual(['play']);
    expect(ann?.extras).toEqual([
      { kind: 'fee', name: 'result.fee', amount: -100 }, { kind: 'envy', name: 'wager.envy', amount: 1_000 },
    ]);
    expect(ann?.backers[0]?.net).toBe(300);
    expect(seatAfter(EVENTS.length, 5)?.extras).toEqual([{ kind: 'mystery', name: 'result.mystery', amount: 30_000 }]);
  });

  it('undoes everything but a mystery when the round is void', () => {
    const events = [...EVENTS, event('RoundVoided', { by: 'Flo', reason: 'a card was exposed' })];
    expect(snapshotAfter(replay(events), events.length).void).toBe('a card was exposed');
    expect(snapshotAfter(replay(events), events.length - 1).void).toBe('');
    expect(seatAfter(events.length, 2, events)).toMatchObject({ settled: [], extras: [] });
    expect(seatAfter(events.length, 5, events)?.extras).toEqual([{ kind: 'mystery', name: 'result.mystery', amount: 30_000 }]);
  });

  it('does not change the record', () => {
    const recorded = replay();
    snapshotAfter(recorded, EVENTS.length);
    expect(recorded).toEqual(replay());
  });
});

describe('netResult', () => {
  it('is the final stack less the chips brought', () => {
    expect(netResult(replay().hand, 'Ann')).toBe(3_000);
    expect(netResult(replay().hand, 'Bob')).toBe(-1_000);
  });

  it('is unknown for a stranger and without a final stack', () => {
    expect(netResult(replay().hand, 'Zoe')).toBeNull();
    expect(netResult(replay().hand, 'Cleo')).toBeNull();
  });
});

it('lists everybody with a stake in a round', () => {
  expect(playersOf(replay().hand)).toEqual(['Ann', 'Bob', 'Cleo', 'Dan']);
});
