/** An amount in cents as dollars: $5, $12.50, −$3. */
export function dollars(amount: number): string {
  const size = Math.abs(amount);
  const whole = Math.trunc(size / 100).toLocaleString('en-US');
  return `${amount < 0 ? '−' : ''}$${whole}${fraction(size)}`;
}

/** The same with a plus sign before a gain: +$5. */
export function signedDollars(amount: number): string {
  return amount > 0 ? `+${dollars(amount)}` : dollars(amount);
}

/** An amount as it is typed into a field: 5, 12.50. */
export function plainDollars(amount: number): string {
  return `${Math.trunc(amount / 100)}${fraction(amount)}`;
}

function fraction(amount: number): string {
  const rest = amount % 100;
  return rest ? `.${String(rest).padStart(2, '0')}` : '';
}

/** Typed dollars as an amount in cents; null if the text is not an amount. */
export function parseDollars(text: string): number | null {
  const match = /^\s*\$?(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(',', ''));
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** The sum of some amounts, such as the wagers of a seat. */
export function total(amounts: Record<string, number> | undefined): number {
  return Object.values(amounts ?? {}).reduce((sum, amount) => sum + amount, 0);
}
