/** Cents as dollars, in whole numbers all the way: $5, $12.50, −$3. */
export function dollars(cents: number): string {
  const size = Math.abs(cents);
  const whole = Math.trunc(size / 100).toLocaleString('en-US');
  const rest = size % 100;
  const tail = rest ? `.${String(rest).padStart(2, '0')}` : '';
  return `${cents < 0 ? '−' : ''}$${whole}${tail}`;
}

/** What somebody typed, in cents; null where it is no amount. */
export function cents(text: string): number | null {
  const found = /^\s*\$?(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(',', ''));
  if (!found) return null;
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}
