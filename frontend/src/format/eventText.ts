/** A recorded event as a sentence. */
import { dollars } from '../lib/money';
import type { Event } from '../lib/schema';
import { t } from '../texts/catalog';
import { inSettlementOrder } from './wagerOrder';

type Values = Record<string, string | number>;

const MONEY = new Set([
  'amount', 'chips', 'stake', 'paid', 'taken', 'returned', 'minimum', 'maximum', 'short',
  'collected', 'action', 'before',
]);

const SYMBOLS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

/** A card in two characters: A♥. */
export function cardSymbol(card: string): string {
  return (card[0] === 'T' ? '10' : (card[0] ?? '')) + (SYMBOLS[card[1] ?? ''] ?? '');
}

export function cardsText(cards: readonly string[]): string {
  return cards.map(cardSymbol).join(' ');
}

export function wagersText(wagers: Record<string, number>): string {
  return inSettlementOrder(wagers)
    .map(([wager, amount]) => `${t(`wager.${wager}`)} ${dollars(amount)}`)
    .join(', ');
}

/** The scalar fields of an event, amounts as dollars. Fields at their default are not sent. */
function valuesOf(event: Event): Values {
  const values: Values = { seat: 0, text: '', amount: dollars(0) };
  for (const [name, value] of Object.entries(event)) {
    if (typeof value === 'number') values[name] = MONEY.has(name) ? dollars(value) : value;
    else if (typeof value === 'string') values[name] = value;
  }
  return values;
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
    case 'RoundClosed':
      return event.void ? '.void' : '';
    default:
      return '';
  }
}

export function eventText(event: Event): string {
  const values = valuesOf(event);
  if ('cards' in event) values['cards'] = cardsText(event.cards);
  if ('wagers' in event) values['wagers'] = wagersText(event.wagers) || t('history.nothing');
  if ('wager' in event) values['wager'] = t(`wager.${event.wager}`);
  if (event.type === 'JackpotsAwarded') {
    values['awards'] = event.awards.map(([, amount]) => dollars(amount)).join(', ');
  }
  const text = t(`event.${event.type}${variantOf(event)}`, values);
  if (event.type === 'Acted' && event.timed_out) return t('event.Acted.late', { text });
  if (event.type === 'Settled' && event.short) {
    return t('event.Settled.short', { text, short: dollars(event.short) });
  }
  return event.type === 'DealerCall' ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

export function clausesOf(event: Event): readonly string[] {
  return ('clauses' in event ? event.clauses : undefined) ?? [];
}
