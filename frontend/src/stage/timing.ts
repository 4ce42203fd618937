/** How long each thing takes to be shown, in milliseconds at a real table's pace. */
import type { Event } from '../lib/schema';

export const SPEED = { real: 1, brisk: 0.38, instant: 0 };
export const TIMES = { card: 190, turn: 700, act: 350, call: 450, rank: 600, settle: 800, moment: 1600 };

export function lastsOf(event: Event): number {
  switch (event.type) {
    case 'BoardTurned':
    case 'DealerTurned':
      return TIMES.turn;
    case 'Acted':
      return TIMES.act;
    case 'BetsClosed':
      return TIMES.call;
    case 'FeesDropped':
    case 'MysteryWon':
    case 'RoundVoided':
      return TIMES.moment;
    case 'HandRanked':
      return TIMES.rank;
    case 'Settled':
      return event.wager === 'envy' ? TIMES.moment : TIMES.settle;
    default:
      return 0;
  }
}
