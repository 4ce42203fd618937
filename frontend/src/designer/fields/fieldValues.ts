/** Values as a rulebook writes them, and as somebody reads and types them on the page. */
import type { Field } from '../../lib/schema';

export type Cell = string | string[];
export type Row = Record<string, Cell>;
export type Value = boolean | number | string | (number | string)[] | Record<string, string> | Row[];

export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const AMOUNT = /^\$?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?$/;
const NUMBER = /^\d{1,9}$/;

/** A text as typed, but for what people write around amounts: $1,500 is 1500. */
export function plain(text: string): string {
  const found = text.trim();
  return AMOUNT.test(found) ? found.replaceAll(/[$,]/g, '') : found;
}

export const parts = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

/** What is no whole number stays as it was typed, for the server to say so. */
const number = (text: string) => (NUMBER.test(text) ? Number(text) : text);

/** What was typed into a field of one line. */
export function read(kind: Field['kind'], text: string): Value {
  if (kind === 'numbers') return parts(text.replaceAll(/[x×]/g, ' ')).map(number);
  if (kind === 'texts') return parts(text).map(plain);
  return kind === 'number' ? number(text.trim()) : plain(text);
}

/** A value of one line as text; what has lines of its own is not shown this way. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return ['boolean', 'number', 'string'].includes(typeof value) ? String(value) : '';
}
