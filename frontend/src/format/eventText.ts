/** An event of the record in a sentence of the catalogue. */
import { dollars } from './money';
import type { Event } from '../lib/schema';
import { t } from '../texts/catalog';
import { inOrder } from './wagerOrder';

type Values = Record<string, string | number>;

const MONEY = new Set([
  'amount', 'chips', 'stake', 'paid', 'taken', 'returned', 'minimum', 'maximum', 'short',
  'collected', 'action', 'before',
]);

const SYMBOLS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

/** A card in two signs: A♥. */
export function shortName(card: string): string {
  return (card[0] === 'T' ? '10' : (card[0] ?? '')) + (SYMBOLS[card[1] ?? ''] ?? '');
}

export function cardsText(cards: readonly string[]): string {
  return cards.map(shortName).join(' ');
}

export function wagersText(wagers: Record<string, number>): string {
  return inOrder(wagers)
    .map(([wager, amount]) => `${t(`wager.${wager}`)} ${dollars(amount)}`)
    .join(', ');
}

/** The scalars of an event, money as dollars; what the wire leaves out is nothing. */
function valuesOf(event: Event): Values {
  const found: Values = { seat: 0, text: '', amount: dollars(0) };
  for (const [name, value] of Object.entries(event)) {
    if (typeof value === 'number') found[name] = MONEY.has(name) ? dollars(value) : value;
    else if (typeof value === 'string') found[name] = value;
  }
  return found;
}

function kindOf(event: Event): string {
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

export function tell(event: Event): string {
  const values = valuesOf(event);
  if ('cards' in event) values['cards'] = cardsText(event.cards);
  if ('wagers' in event) values['wagers'] = wagersText(event.wagers) || t('history.nothing');
  if ('wager' in event) values['wager'] = t(`wager.${event.wager}`);
  if (event.type === 'JackpotsAwarded') {
    values['awards'] = event.awards.map(([, amount]) => dollars(amount)).join(', ');
  }
  const said = t(`event.${event.type}${kindOf(event)}`, values);
  if (event.type === 'Acted' && event.timed_out) return t('event.Acted.late', { said });
  if (event.type === 'Settled' && event.short) {
    return t('event.Settled.short', { said, short: dollars(event.short) });
  }
  return event.type === 'DealerCall' ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}

export function clausesOf(event: Event): readonly string[] {
  return ('clauses' in event ? event.clauses : undefined) ?? [];
}
