/** How long each event is shown, in milliseconds at the pace of a real table. */
import type { Event } from '../lib/schema';

export const SPEED = { real: 1, brisk: 0.38, instant: 0 };
export const DURATIONS = { card: 190, turn: 700, act: 350, call: 450, rank: 600, settle: 800, moment: 1600 };

export function durationOf(event: Event): number {
  switch (event.type) {
    case 'BoardTurned':
    case 'DealerTurned':
    case 'DealerNotTurned':
      return DURATIONS.turn;
    case 'Acted':
      return DURATIONS.act;
    case 'BetsClosed':
      return DURATIONS.call;
    case 'FeesDropped':
    case 'FeeUnpaid':
    case 'MysteryWon':
    case 'RoundVoided':
      return DURATIONS.moment;
    case 'HandRanked':
      return DURATIONS.rank;
    case 'Settled':
      return event.source ? DURATIONS.moment : DURATIONS.settle;
    default:
      return 0;
  }
}
