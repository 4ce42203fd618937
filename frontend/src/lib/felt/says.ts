/** What the dealer says to an event; silence where there is nothing to say. */
import { dollars } from '../money';
import { nameOf } from '../cards';
import type { Event } from '../schema';
import { t } from '../texts';

export function wagerName(wager: string): string {
  return t(`wager.${wager}`);
}

/** "Ada" for "Ada lobby-3 (bot)": what fits on a name plate. */
export function shortName(player: string): string {
  if (player.startsWith('guest')) return t('table.guest', { tail: player.slice(-4) });
  return player.split(' ')[0] ?? player;
}

export function cardsInWords(cards: readonly string[]): string {
  return cards.map(nameOf).join(', ');
}

const name = shortName;

function acted(event: Extract<Event, { type: 'Acted' }>): string {
  const who = { who: name(event.player), amount: dollars(event.amount ?? 0) };
  const late = event.timed_out ? ` ${t('call.timed_out')}` : '';
  if (event.multiple > 0) return t('call.plays', { ...who, multiple: event.multiple }) + late;
  return t(event.multiple === 0 ? 'call.folds' : 'call.checks', who) + late;
}

function settled(event: Extract<Event, { type: 'Settled' }>): string {
  const values = {
    who: name(event.player),
    wager: wagerName(event.wager),
    paid: dollars(event.paid),
    taken: dollars(event.taken),
    returned: dollars(event.returned),
    source: event.source ?? 0,
  };
  const short = event.short ? ` ${t('call.short', { short: dollars(event.short) })}` : '';
  return t(event.wager === 'envy' ? 'call.envy' : `call.settled.${event.outcome}`, values) + short;
}

export function says(event: Event): string {
  switch (event.type) {
    case 'Called':
      return event.text ? `${event.text[0]?.toUpperCase()}${event.text.slice(1)}.` : '';
    case 'PlayerSeated':
      return t('call.sits', { who: name(event.player), seat: event.seat });
    case 'PlayerJoined':
      return t('call.joins', { who: name(event.player) });
    case 'PlayerLeft':
    case 'PlayerLeaving':
      return t('call.leaves', { who: name(event.player) });
    case 'PlayerCutOff':
      return t('call.cut_off', { who: name(event.player) });
    case 'PlayerCameBack':
      return t('call.back', { who: name(event.player) });
    case 'LimitsChanged':
      return t('call.limits', { low: dollars(event.minimum), high: dollars(event.maximum) });
    case 'MinimumKept':
      return t('call.kept', { who: name(event.player), low: dollars(event.minimum) });
    case 'BackLinePlaced':
      return t('call.backs', { who: name(event.player), seat: event.seat });
    case 'BankOffered':
      return t('call.offered', { who: name(event.player) });
    case 'BankTaken':
      return t('call.banks', { who: name(event.player), amount: dollars(event.amount) });
    case 'BankDeclined':
      return t('call.declines', { who: name(event.player) });
    case 'BankPassed':
      return t('call.passed', { who: name(event.player) });
    case 'BankUntaken':
      return t('call.untaken');
    case 'BetsClosed':
      return t('call.no_more_bets');
    case 'FeeTaken':
      return t('call.fee', { who: name(event.player), amount: dollars(event.amount) });
    case 'FeesDropped':
      return t('call.dropped', { amount: dollars(event.amount) });
    case 'MysteryWon':
      return t('call.mystery', { who: name(event.player), amount: dollars(event.amount) });
    case 'Acted':
      return acted(event);
    case 'BoardTurned':
      return t(event.cards.length === 3 ? 'call.flop' : 'call.river', {
        cards: cardsInWords(event.cards),
      });
    case 'DealerTurned':
      return t(event.qualifies ? 'call.dealer' : 'call.dealer_short', {
        hand: event.hand,
        cards: cardsInWords(event.cards),
      });
    case 'JackpotsClaimed':
      return t('call.claimed');
    case 'HandRanked':
      return t(`call.ranked.${event.result}`, { who: name(event.player), hand: event.hand });
    case 'Settled':
      return settled(event);
    case 'ApprovalAsked':
      return t('call.approval', { who: name(event.player), amount: dollars(event.amount) });
    case 'Approved':
      return t('call.approved', { amount: dollars(event.amount) });
    case 'Forfeited':
      return t('call.forfeits', { who: name(event.player), amount: dollars(event.amount) });
    case 'BankSettled':
      return t('call.bank_settled', {
        who: name(event.player),
        paid: dollars(event.paid),
        collected: dollars(event.collected),
        left: dollars(event.amount),
      });
    case 'RoundVoided':
      return t('call.void', { reason: event.reason });
    case 'JackpotKept':
      return t('call.jackpot_kept', { who: name(event.player), amount: dollars(event.amount) });
    default:
      return '';
  }
}
