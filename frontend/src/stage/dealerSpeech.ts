/** What the dealer says to an event: the record's own sentence, or his call; or nothing. */
import { nameOf } from '../format/cards';
import { dollars } from '../format/money';
import { shortened, wagerName } from '../format/names';
import type { Event } from '../lib/schema';
import { tell } from '../format/eventText';
import { t } from '../texts/catalog';

const SILENT = new Set<Event['type']>([
  'TableOpened', 'ChipsAdded', 'WagersPlaced', 'ProgressiveStaked', 'Dealt', 'BackLineFollowed',
  'SettlementBegun', 'Reversed', 'RoundClosed', 'SeatHeld', 'SeatReleased',
]);

function inWords(cards: readonly string[]): string {
  return cards.map(nameOf).join(', ');
}

/** The calls that a dealer has words of his own for. */
function call(event: Event): string {
  switch (event.type) {
    case 'BetsClosed':
      return t('call.no_more_bets');
    case 'FeesDropped':
      return t('call.dropped', { amount: dollars(event.amount) });
    case 'ApprovalRequested':
      return t('call.approval', { who: event.player, amount: dollars(event.amount) });
    case 'BoardTurned':
      return t(event.cards.length === 3 ? 'call.flop' : 'call.river', { cards: inWords(event.cards) });
    case 'DealerTurned':
      return t(event.qualifies ? 'call.dealer' : 'call.dealer_short', {
        hand: event.hand,
        cards: inWords(event.cards),
      });
    case 'HandRanked':
      return event.result === 'folded' ? t('call.folded', { who: event.player, hand: event.hand }) : '';
    case 'Settled':
      return settled(event);
    default:
      return '';
  }
}

function settled(event: Extract<Event, { type: 'Settled' }>): string {
  const values = { who: event.player, paid: dollars(event.paid), short: dollars(event.short || event.returned) };
  if (event.wager === 'envy') return t('call.envy', { ...values, source: event.source ?? 0 });
  const back = event.outcome === 'returned';
  if (back) return t('call.returned', { ...values, wager: wagerName(event.wager) });
  if (event.short && event.short_by === 'bank') {
    return `${tell({ ...event, short: 0 })} ${t('call.short', values)}`;
  }
  return '';
}

export function says(event: Event): string {
  if (SILENT.has(event.type)) return '';
  const short = shortened(event);
  return call(short) || tell(short);
}
