/** Decimal numbers with a typographic minus sign. */
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
