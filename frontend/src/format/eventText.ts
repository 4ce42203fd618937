/** A recorded event as a sentence. */
import { dollars } from '../lib/money';
import type { Event } from '../lib/schema';
import { t } from '../texts/catalog';
import { heldText } from './cards';
import { voidReason } from './names';

type Values = Record<string, string | number>;

const SYMBOLS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

/** A card in two characters: A♥. */
export function cardSymbol(card: string): string {
  return (card[0] === 'T' ? '10' : (card[0] ?? '')) + (SYMBOLS[card[1] ?? ''] ?? '');
}

export function cardsText(cards: readonly string[]): string {
  return cards.map(cardSymbol).join(' ');
}

/** Wagers with their stakes, in the order in which they are given. */
export function wagersText(wagers: Record<string, number>): string {
  return Object.entries(wagers)
    .map(([wager, amount]) => `${t(`wager.${wager}`)} ${dollars(amount)}`)
    .join(', ');
}

/** The scalar fields of an event. Fields at their default are not sent. */
function valuesOf(event: Event): Values {
  const scalars = Object.entries(event).filter(([, value]) => typeof value === 'number' || typeof value === 'string') as [string, string | number][];
  return { seat: 0, amount: 0, ...Object.fromEntries(scalars) };
}

/** Which of several texts an event has. */
function variantOf(event: Event): string {
  switch (event.type) {
    case 'DealerCall':
      return event.seat ? '.seat' : '';
    case 'Acted':
      return event.multiple > 0 ? '.play' : event.multiple ? '.check' : '.fold';
    case 'DealerTurned':
      return event.qualifies ? '.plays' : '.not';
    case 'Settled':
      return `.${event.outcome}`;
    case 'HandRanked':
      return `.${event.result}`;
    case 'RoundVoided':
      return event.confirmed_by ? '.confirmed' : '';
    case 'RoundClosed':
      return event.void ? '.void' : '';
    default:
      return '';
  }
}

export function eventText(event: Event): string {
  const values = valuesOf(event);
  if (event.type === 'DealerCall') values['text'] = t(`dealer.${event.call}`, event.facts);
  if ('hand' in event) values['hand'] = heldText(event.hand);
  if ('cards' in event) values['cards'] = cardsText(event.cards);
  if ('wagers' in event) values['wagers'] = wagersText(event.wagers) || t('history.nothing');
  if ('reason' in event) values['reason'] = voidReason(event.reason);
  if ('wager' in event) values['wager'] = t(`wager.${event.wager}`);
  if (event.type === 'JackpotsAwarded') {
    values['awards'] = event.awards.map(([, amount]) => dollars(amount)).join(', ');
  }
  const text = t(`event.${event.type}${variantOf(event)}`, values);
  if (event.type === 'Acted' && event.timed_out) return t('event.Acted.late', { text });
  if (event.type === 'Settled' && event.short) {
    return t('event.Settled.short', { text, short: event.short });
  }
  return event.type === 'DealerCall' ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

export function clausesOf(event: Event): readonly string[] {
  return ('clauses' in event ? event.clauses : undefined) ?? [];
}
