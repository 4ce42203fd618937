/** The coach's figures with a staked Bad Beat counted, where a fold is near enough to lose it. */
import type { TableAdvice } from '../lib/schema';

/** An exact value as the server writes it: 3/2, -2. */
export function number(exact: string): number {
  const [above = '0', below = '1'] = exact.split('/');
  return Number(above) / Number(below);
}

/** What an action is worth over Ante, Blind and Play, and with the Bad Beat on the river. */
export function counted(advice: TableAdvice, action: string): number {
  const value = advice.actions.find((line) => line.action === action)?.ev ?? 0;
  const note = advice.bad_beat;
  if (!note?.stays) return value;
  return value + (action === 'fold' ? -number(note.stake) : number(note.stays));
}

export function bestOf(advice: TableAdvice): string {
  return advice.bad_beat?.best || advice.best;
}

/** What a choice gave away; nothing, to the last bit, where it was the best. */
export function costOf(advice: TableAdvice, action: string): number {
  const best = bestOf(advice);
  if (action === best) return 0;
  if (!advice.bad_beat?.stays) return advice.actions.find((line) => line.action === action)?.cost ?? 0;
  return counted(advice, best) - counted(advice, action);
}
