import { expect, it } from 'vitest';

import { acted, event, settled } from '../lib/fixtures';
import { speak } from '../texts/catalog';
import { says } from './dealerSpeech';

speak({
  'call.no_more_bets': 'NO MORE BETS', 'call.flop': 'flop {cards}', 'call.river': 'river {cards}',
  'call.dealer': 'dealer {hand}', 'call.dealer_short': 'dealer short {hand}', 'call.folded': '{who} folded {hand}',
  'call.envy': 'envy {who} {paid} from {source}', 'call.returned': '{who} {wager} returned {short}',
  'call.short': 'cover short {short}', 'call.approval': 'approve {amount} for {who}',
  'event.Acted.play': '{player} plays {multiple}', 'event.Settled.win': '{player} {wager} wins {paid}',
  'event.Settled.short': '{said} SHORT', 'event.HandRanked.win': '{player} wins', 'wager.ante': 'Ante',
  'table.guest': 'Guest {tail}',
}, 'en');

it('is silent about bookkeeping', () => {
  expect(says(event('ChipsAdded', { player: 'Ann', chips: 100 }))).toBe('');
  expect(says(event('RoundClosed', { round: 1 }))).toBe('');
  expect(says(event('WagersPlaced', { player: 'Ann', wagers: { ante: 500 } }))).toBe('');
});

it('calls the street by the number of cards, in words', () => {
  expect(says(event('BoardTurned', { cards: ['Ah', 'Td', '2c'] }))).toBe('flop ace of hearts, ten of diamonds, 2 of clubs');
  expect(says(event('BoardTurned', { cards: ['Ah', 'Td'] }))).toBe('river ace of hearts, ten of diamonds');
});

it('says whether the dealer qualifies', () => {
  expect(says(event('DealerTurned', { cards: [], hand: 'a pair', qualifies: true }))).toBe('dealer a pair');
  expect(says(event('DealerTurned', { cards: [], hand: 'king high', qualifies: false }))).toBe('dealer short king high');
});

it('uses the short names of players', () => {
  expect(says(acted({ player: 'guest-00005234', multiple: 4 }))).toBe('Guest 5234 plays 4');
  expect(says(event('HandRanked', { player: 'Ada the bot', hand: 'two pair', result: 'folded' }))).toBe('Ada folded two pair');
  expect(says(event('HandRanked', { player: 'Ada the bot', hand: 'two pair', result: 'win' }))).toBe('Ada wins');
  expect(says(event('ApprovalRequested', { player: 'Ada the bot', amount: 500_000, wager: 'trips' }))).toBe('approve $5,000 for Ada');
});

it('tells a settlement as the record does, unless the cover did not reach', () => {
  expect(says(settled({ paid: 500 }))).toBe('Ann Ante wins $5');
  expect(says(settled({ paid: 500, short: 200, short_by: 'bank' }))).toBe('Ann Ante wins $5 cover short $2');
  expect(says(settled({ paid: 500, short: 200, short_by: 'maximum' }))).toBe('Ann Ante wins $5 SHORT');
  expect(says(settled({ outcome: 'returned', returned: 500 }))).toBe('Ann Ante returned $5');
  expect(says(settled({ wager: 'envy', paid: 1_000, source: 3 }))).toBe('envy Ann $10 from 3');
});
