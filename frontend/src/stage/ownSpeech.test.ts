import { expect, it } from 'vitest';

import { acted, event, seat, settled, update, view } from '../../testing/fixtures';
import { ownCards, ownSpeech, turnSpeech } from './ownSpeech';

const dealt = update({
  may: ['check', '2x'],
  view: view({ phase: 'flop', board: ['Qd', '9c', '8d'], seats: [null, seat(2, 'Ann', { cards: ['Qs', '7h'] }), null, null, null, null] }),
});

it('reads the player’s cards, and what they may do with them', () => {
  expect(ownCards(dealt, 'Ann')).toBe('Your cards: queen of spades and seven of hearts.');
  expect(ownCards(dealt, 'Bob')).toBe('');
  expect(turnSpeech(dealt, 'Ann')).toBe('Your turn. You have a pair of queens, nine kicker. Check and Play 2x.');
  expect(turnSpeech(dealt, 'Bob')).toBe('');
});

it('speaks of the player as “you”, of nobody else, and of each wager only in the result', () => {
  const said = (one: Parameters<typeof ownSpeech>[0], net: number | null = 0) => ownSpeech(one, 'Ann', net);
  expect(said(acted({ multiple: 4, amount: 2_000 }))).toBe('You play 4x for $20.');
  expect(said(acted({ multiple: -1 }))).toBe('You check.');
  expect(said(acted({ multiple: 0 }))).toBe('You fold.');
  expect(said(acted({ player: 'Bob' }))).toBeUndefined();
  expect(said(event('PlayerSeated', { player: 'Ann', seat: 3, chips: 20_000 }))).toBe('You sit down in seat 3 with $200.');
  expect(said(settled({}))).toBe('');
  expect(said(event('RoundClosed'), -1_000)).toBe('You lost $10.');
  expect(said(event('RoundClosed'), 500)).toBe('You won $5.');
  expect(said(event('RoundClosed'))).toBe('You break even.');
  expect(said(event('RoundClosed'), null)).toBeUndefined();
});
