/** What is said to the player about their own part in a round: always as “you”, and once. */
import { cardName, heldText } from '../format/cards';
import { actionName } from '../format/names';
import { heldWords } from '../format/ownHand';
import { dollars } from '../lib/money';
import type { Event, Update } from '../lib/schema';
import { listed, t } from '../texts/catalog';

function seatOf({ view }: Update, me: string) {
  return view.seats.find((seat) => seat?.player === me);
}

/** The player's two cards as they are dealt; empty if they have none. */
export function ownCards(update: Update, me: string): string {
  const cards = seatOf(update, me)?.cards ?? [];
  return cards.length ? t('you.cards', { cards: listed(cards.map(cardName)) }) : '';
}

/** What the player has, and what they may do with it. */
export function turnSpeech(update: Update, me: string): string {
  const cards = seatOf(update, me)?.cards ?? [];
  if (!cards.length) return '';
  const hand = heldWords(cards, update.view.board);
  return t('you.turn', { hand, actions: listed(update.may.map(actionName)) });
}

/**
 * The player's own words for an event: undefined if it is not theirs, empty if nothing is said.
 * `net` is their result, null if they had no part in the round.
 */
export function ownSpeech(event: Event, me: string, net: number | null): string | undefined {
  if (event.type === 'RoundClosed') return net === null ? undefined : t(net > 0 ? 'you.won' : net < 0 ? 'you.lost' : 'you.even', { amount: dollars(Math.abs(net)) });
  if (!('player' in event) || event.player !== me) return undefined;
  switch (event.type) {
    case 'Acted':
      return t(event.multiple > 0 ? 'you.play' : event.multiple ? 'you.check' : 'you.fold', { multiple: event.multiple, amount: dollars(event.amount ?? 0) });
    case 'PlayerSeated':
      return t('you.sit', { seat: event.seat, chips: dollars(event.chips) });
    case 'HandRanked':
      return t('you.hand', { hand: heldText(event.hand) });
    case 'Settled':
      return '';
    default:
      return undefined;
  }
}
