/** Values of rulebook entries, and how they are typed and shown in fields. */
import { wagerName } from '../../format/names';
import type { Field } from '../../lib/schema';
import { hasText, t } from '../../texts/catalog';

export type Cell = string | string[];
export type Row = Record<string, Cell>;
export type Value = boolean | number | string | (number | string)[] | Record<string, string> | Row[];

export const sameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const AMOUNT = /^\$?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?$/;
const NUMBER = /^\d{1,9}$/;

/** A typed text; amounts without dollar sign and commas: $1,500 is 1500. */
export function parseText(text: string): string {
  const trimmed = text.trim();
  return AMOUNT.test(trimmed) ? trimmed.replaceAll(/[$,]/g, '') : trimmed;
}

export const parseList = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

/** A whole number; anything else stays as typed, for the server to refuse. */
const parseNumber = (text: string) => (NUMBER.test(text) ? Number(text) : text);

/** The value typed into a one-line field. */
export function parseField(kind: Field['kind'], text: string): Value {
  if (kind === 'numbers') return parseList(text.replaceAll(/[x×]/g, ' ')).map(parseNumber);
  if (kind === 'texts') return parseList(text).map(parseText);
  return kind === 'number' ? parseNumber(text.trim()) : parseText(text);
}

/** The text of a value in a one-line field; empty for values with several lines. */
export function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return ['boolean', 'number', 'string'].includes(typeof value) ? String(value) : '';
}

/** The name of an entry; one without a name of its own is named after its wager. */
export function entryName(path: string): string {
  if (hasText(`designer.${path}`)) return t(`designer.${path}`);
  const [section = '', entry = ''] = path.split('.');
  if (section === 'tables') return t('designer.as_in', { wager: entry });
  return wagerName(hasText(`wager.${entry}`) ? entry : section);
}
