/** Decimal numbers with a typographic minus sign, and odds. */
import { t } from '../texts/catalog';

const MINUS = '−';

function withMinus(text: string): string {
  return text.replace('-', MINUS);
}

export function fixed(value: number, digits = 3): string {
  return withMinus(value.toFixed(digits));
}

/** With a plus sign if it is a gain. */
export function plus(value: number, digits = 3): string {
  return value > 0 ? `+${fixed(value, digits)}` : fixed(value, digits);
}

export function percent(value: number, digits = 3): string {
  return `${withMinus((value * 100).toFixed(digits))}%`;
}

/** What a settled wager paid as odds: "3 to 2"; from a meter, "—". */
export function oddsOf({ paid, stake, source = 0, wager }: { paid: number; stake: number; source?: number; wager: string }): string {
  if (!stake || source || wager === 'progressive') return '—';
  const divisor = greatestDivisor(paid, stake);
  return t('panel.odds', { paid: paid / divisor, stake: stake / divisor });
}

function greatestDivisor(one: number, other: number): number {
  return other ? greatestDivisor(other, one % other) : one;
}
