/** The values of the coach's advice, with a wager on the beaten hand included where a fold would lose it. */
import type { TableAdvice } from '../lib/schema';

/** An exact value as the server sends it: 3/2, -2. */
export function parseExact(exact: string): number {
  const [numerator = '0', denominator = '1'] = exact.split('/');
  return Number(numerator) / Number(denominator);
}

/** The value of an action over Ante, Blind and Play; on the river with a wager on the beaten hand. */
export function actionValue(advice: TableAdvice, action: string): number {
  const value = advice.actions.find((option) => option.action === action)?.ev ?? 0;
  const note = advice.beaten_hand;
  if (!note?.stays) return value;
  return value + (action === 'fold' ? -parseExact(note.stake) : parseExact(note.stays));
}

export function bestAction(advice: TableAdvice): string {
  return advice.beaten_hand?.best || advice.best;
}

/** What an action costs compared with the best one; exactly 0 for the best. */
export function actionCost(advice: TableAdvice, action: string): number {
  const best = bestAction(advice);
  if (action === best) return 0;
  if (!advice.beaten_hand?.stays) return advice.actions.find((option) => option.action === action)?.cost ?? 0;
  return actionValue(advice, best) - actionValue(advice, action);
}
