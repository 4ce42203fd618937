/** Numbers of the mathematics; the server gives them rounded from exact values. */
const MINUS = '−';

function signed(text: string): string {
  return text.replace('-', MINUS);
}

export function fixed(value: number, digits = 3): string {
  return signed(value.toFixed(digits));
}

/** With its sign, as a gain or a loss is told. */
export function plus(value: number, digits = 3): string {
  return value > 0 ? `+${fixed(value, digits)}` : fixed(value, digits);
}

export function percent(value: number, digits = 3): string {
  return `${signed((value * 100).toFixed(digits))}%`;
}
