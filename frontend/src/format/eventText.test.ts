import { describe, expect, it } from 'vitest';

import { acted, event, settled } from '../../testing/fixtures';
import type { Event } from '../lib/schema';
import { en, setLanguage } from '../texts/catalog';
import { cardsText, clausesOf, cardSymbol, eventText, wagersText } from './eventText';

setLanguage({
  'wager.ante': 'Ante', 'wager.trips': 'Trips', 'history.nothing': 'nothing',
  'event.WagersPlaced': '{player} bets {wagers}', 'event.BoardTurned': 'board {cards}', 'event.ChipsAdded': '+{chips:dollars}',
  'event.BankTaken': 'bank {amount:dollars}', 'event.DealerCall': '{text}', 'dealer.deal': '{colour} cards are dealt', 'dealer.hand': 'your hand', 'event.DealerCall.seat': 'at {seat}: {text}',
  'event.Acted.play': '{player} {multiple}x {amount:dollars}', 'event.Acted.check': 'checks', 'event.Acted.fold': 'folds',
  'event.Acted.late': '{text}, late', 'event.Settled.win': '{wager} wins {paid:dollars}',
  'event.Settled.short': '{text}, {short:dollars} short', 'event.JackpotsAwarded': 'awards {awards}',
  'event.DealerTurned.plays': 'plays', 'event.DealerTurned.not': 'does not play',
  'event.RoundClosed': 'round {round}', 'event.RoundClosed.void': 'round {round} void',
}, 'en');

/** The keys of every event's texts; an event that is missing here does not pass the type check. */
const TEXTS: Record<Event['type'], string[]> = {
  MaximumPosted: [''], MaximumWithdrawn: [''], VoidRequested: [''], VoidRequestEnded: [''],
  TableOpened: [''], OptionsRecorded: [''], ShufflerSwitched: [''], DealerCall: ['', '.seat'], PlayerSeated: [''], PlayerJoined: [''], ChipsAdded: [''],
  PlayerLeaving: [''], PlayerLeft: [''], PlayerDisconnected: [''], PlayerReconnected: [''], SeatHeld: [''],
  SeatReleased: [''], LimitsChanged: [''], MinimumGrandfathered: [''], MinimumLost: [''], WagersPlaced: [''],
  BackLinePlaced: [''], BankOffered: [''], BankTaken: [''], BankDeclined: [''], BankPassed: [''],
  BankUntaken: [''], BetsClosed: [''], FeeTaken: [''], FeeUnpaid: [''], FeesDropped: [''], ProgressiveStaked: [''],
  MysteryWon: [''], Dealt: [''], Acted: ['.check', '.fold', '.play', '.late'], BackLineFollowed: [''],
  BoardTurned: [''], DealerTurned: ['.plays', '.not'], DealerNotTurned: [''], JackpotsClaimed: [''], JackpotsAwarded: [''],
  FoldsDue: [''], SettlementBegun: [''], Settled: ['.win', '.lose', '.push', '.returned', '.short'], HandRanked: ['.win', '.lose', '.tie', '.folded'],
  ApprovalRequested: [''], Approved: [''], Forfeited: [''], BankSettled: [''], RoundVoided: ['', '.confirmed'], Reversed: [''],
  JackpotHonored: [''], RoundClosed: ['', '.void'],
};

it('has an English text for every event of the record', () => {
  const keys = Object.entries(TEXTS).flatMap(([type, kinds]) => kinds.map((kind) => `event.${type}${kind}`));
  expect(keys.filter((key) => !en[key])).toEqual([]);
});

it('writes cards with their suits, and wagers in the order of the server', () => {
  expect(cardSymbol('Ah')).toBe('A♥');
  expect(cardsText(['Td', '2c', 'Ks'])).toBe('10♦ 2♣ K♠');
  expect(wagersText({ ante: 1_250, trips: 500 })).toBe('Ante $12.50, Trips $5');
});

describe('eventText', () => {
  it('writes money as dollars, and other numbers as they are', () => {
    expect(eventText(event('ChipsAdded', { player: 'Ann', chips: 250_000 }))).toBe('+$2,500');
    expect(eventText(acted({ multiple: 4, amount: 2_000 }))).toBe('Ann 4x $20');
  });

  it('fills in fields that are not sent', () => {
    expect(eventText(event('BankTaken', { player: 'Ann' }))).toBe('bank $0');
    expect(eventText(event('WagersPlaced', { player: 'Ann', wagers: {} }))).toBe('Ann bets nothing');
  });

  it('distinguishes the variants of an event', () => {
    expect(eventText(acted({ multiple: 0 }))).toBe('folds');
    expect(eventText(acted({ multiple: -1 }))).toBe('checks');
    expect(eventText(acted({ multiple: -1, timed_out: true }))).toBe('checks, late');
    expect(eventText(event('DealerTurned', { cards: ['Ah'], hand: 'pair A', qualifies: true }))).toBe('plays');
    expect(eventText(event('DealerTurned', { cards: ['Ah'], hand: 'high_card A', qualifies: false }))).toBe('does not play');
    expect(eventText(event('RoundClosed', { round: 7, void: true }))).toBe('round 7 void');
    expect(eventText(event('RoundClosed', { round: 7 }))).toBe('round 7');
  });

  it('begins a call with a capital', () => {
    expect(eventText(event('DealerCall', { call: 'deal', facts: { colour: 'red' } }))).toBe('Red cards are dealt');
    expect(eventText(event('DealerCall', { call: 'hand', seat: 3 }))).toBe('At 3: your hand');
  });

  it('says what a wager was short of', () => {
    expect(eventText(settled({ paid: 500 }))).toBe('Ante wins $5');
    expect(eventText(settled({ paid: 500, short: 250 }))).toBe('Ante wins $5, $2.50 short');
  });

  it('lists cards and awards', () => {
    expect(eventText(event('BoardTurned', { cards: ['Ah', 'Td'] }))).toBe('board A♥ 10♦');
    expect(eventText(event('JackpotsAwarded', { awards: [[1, 5_000, 0], [2, 250, 0]] }))).toBe('awards $50, $2.50');
  });
});

it('lists the clauses of an event, none if they are not sent', () => {
  expect(clausesOf(settled({ clauses: ['CA-6.4'] }))).toEqual(['CA-6.4']);
  expect(clausesOf(event('BetsClosed', { round: 1 }))).toEqual([]);
});
