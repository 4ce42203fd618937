/** Cents as somebody would type them into a field: 5, 12.50. */
export function dollarsTyped(cents: number): string {
  const rest = cents % 100;
  return `${Math.trunc(cents / 100)}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`;
}
