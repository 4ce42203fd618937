import { expect, it } from 'vitest';

import { acted, event, settled } from '../../testing/fixtures';
import { setLanguage } from '../texts/catalog';
import { dealerSpeech } from './dealerSpeech';

setLanguage({
  'call.no_more_bets': 'NO MORE BETS', 'call.flop': 'flop {cards}', 'call.river': 'river {cards}',
  'call.dealer': 'dealer {hand}', 'call.dealer_short': 'dealer short {hand}', 'call.folded': '{who} folded {hand}',
  'call.prize': '{wager} {who} {paid} from {source}', 'held_hand.pair': 'a pair', 'held_hand.high_card': '{first:rank.*} high',
  'held_hand.two_pair': 'two pair', 'call.returned': '{who} {wager} returned {short}',
  'call.short': 'cover short {short}', 'call.approval': 'approve {amount} for {who}',
  'event.Acted.play': '{player} plays {multiple}', 'event.Settled.win': '{player} {wager} wins {paid:dollars}',
  'event.Settled.short': '{text} SHORT', 'event.HandRanked.win': '{player} wins', 'wager.ante': 'Ante',
  'table.guest': 'Guest {number}',
}, 'en');

it('is silent about bookkeeping', () => {
  expect(dealerSpeech(event('ChipsAdded', { player: 'Ann', chips: 100 }))).toBe('');
  expect(dealerSpeech(event('RoundClosed', { round: 1 }))).toBe('');
  expect(dealerSpeech(event('WagersPlaced', { player: 'Ann', wagers: { ante: 500 } }))).toBe('');
});

it('calls the street by the number of cards, in words', () => {
  expect(dealerSpeech(event('BoardTurned', { cards: ['Ah', 'Td', '2c'] }))).toBe('flop ace of hearts, ten of diamonds, two of clubs');
  expect(dealerSpeech(event('BoardTurned', { cards: ['Ah', 'Td'] }))).toBe('river ace of hearts, ten of diamonds');
});

it('says whether the dealer qualifies', () => {
  expect(dealerSpeech(event('DealerTurned', { cards: [], hand: 'pair A', qualifies: true }))).toBe('dealer a pair');
  expect(dealerSpeech(event('DealerTurned', { cards: [], hand: 'high_card K', qualifies: false }))).toBe('dealer short king high');
});

it('uses the short names of players', () => {
  expect(dealerSpeech(acted({ player: 'guest-0000000000001092', multiple: 4 }))).toBe('Guest 5242 plays 4');
  expect(dealerSpeech(event('HandRanked', { player: 'Ada main (bot)', hand: 'two_pair A7', result: 'folded' }))).toBe('Ada folded two pair');
  expect(dealerSpeech(event('HandRanked', { player: 'Ada main (bot)', hand: 'two_pair A7', result: 'win' }))).toBe('Ada wins');
  expect(dealerSpeech(event('ApprovalRequested', { player: 'Ada main (bot)', amount: 500_000, wager: 'trips' }))).toBe('approve $5,000 for Ada');
});

it('announces a settlement as recorded, unless the bank could not cover it', () => {
  expect(dealerSpeech(settled({ paid: 500 }))).toBe('Ann Ante wins $5');
  expect(dealerSpeech(settled({ paid: 500, short: 200, short_by: 'bank' }))).toBe('Ann Ante wins $5 cover short $2');
  expect(dealerSpeech(settled({ paid: 500, short: 200, short_by: 'cap' }))).toBe('Ann Ante wins $5 SHORT');
  expect(dealerSpeech(settled({ outcome: 'returned', returned: 500 }))).toBe('Ann Ante returned $5');
  expect(dealerSpeech(settled({ wager: 'envy', paid: 1_000, source: 3 }))).toBe('envy Ann $10 from 3');
});
