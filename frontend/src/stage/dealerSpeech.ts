/** What the dealer says when an event happens: a call, or the event's own text; or nothing. */
import { cardName, heldText } from '../format/cards';
import { eventText } from '../format/eventText';
import { withShortNames, wagerName } from '../format/names';
import { dollars } from '../lib/money';
import type { Event } from '../lib/schema';
import { t } from '../texts/catalog';

const SILENT = new Set<Event['type']>([
  'TableOpened', 'ChipsAdded', 'WagersPlaced', 'ProgressiveStaked', 'Dealt', 'BackLineFollowed',
  'FoldsDue', 'SettlementBegun', 'Reversed', 'RoundClosed', 'SeatHeld', 'SeatReleased',
]);

function cardNames(cards: readonly string[]): string {
  return cards.map(cardName).join(', ');
}

/** The dealer's own words for an event; empty if they have none. */
function callText(event: Event): string {
  switch (event.type) {
    case 'BetsClosed':
      return t('call.no_more_bets');
    case 'FeesDropped':
      return t('call.dropped', { amount: dollars(event.amount) });
    case 'ApprovalRequested':
      return t('call.approval', { who: event.player, amount: dollars(event.amount) });
    case 'BoardTurned':
      return t(event.cards.length === 3 ? 'call.flop' : 'call.river', { cards: cardNames(event.cards) });
    case 'DealerTurned':
      return t(event.qualifies ? 'call.dealer' : 'call.dealer_short', {
        hand: heldText(event.hand),
        cards: cardNames(event.cards),
      });
    case 'HandRanked':
      return event.result === 'folded' ? t('call.folded', { who: event.player, hand: heldText(event.hand) }) : '';
    case 'Settled':
      return settlementCall(event);
    default:
      return '';
  }
}

function settlementCall(event: Extract<Event, { type: 'Settled' }>): string {
  const values = { who: event.player, paid: dollars(event.paid), short: dollars(event.short || event.returned) };
  if (event.source) return t('call.prize', { ...values, wager: event.wager, source: event.source });
  if (event.outcome === 'returned') return t('call.returned', { ...values, wager: wagerName(event.wager) });
  if (event.short && event.short_by === 'bank') {
    return `${eventText({ ...event, short: 0 })} ${t('call.short', values)}`;
  }
  return '';
}

export function dealerSpeech(event: Event): string {
  if (SILENT.has(event.type)) return '';
  const short = withShortNames(event);
  return callText(short) || eventText(short);
}
