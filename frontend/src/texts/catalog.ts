/** All words on the pages come from one catalogue; another language is another file. */
import { en } from './en';

export type Catalogue = { [key: string]: string };

/** The kinds of number that languages tell apart, in the order in which a text has their forms. */
const KINDS: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

let catalogue: Catalogue = en;
let numbers = new Intl.PluralRules('en');

export function speak(other: Catalogue, language: string): void {
  catalogue = { ...en, ...other };
  numbers = new Intl.PluralRules(language);
}

/** One of the forms `# wager|# wagers`, as many as the language has kinds of number; # is it. */
function counted(value: number, forms: readonly string[]): string {
  const { pluralCategories } = numbers.resolvedOptions();
  const kinds = KINDS.filter((kind) => pluralCategories.includes(kind));
  const form = forms[kinds.indexOf(numbers.select(value))] ?? forms.at(-1) ?? '';
  return form.replaceAll('#', value.toLocaleString('en-US'));
}

/**
 * The text of a key with its `{names}` and `{counts:# one|# many}` filled in; an unknown key shows
 * itself, so it is noticed.
 */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const text = catalogue[key] ?? key;
  return text.replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, name: string, forms?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return forms === undefined ? String(value) : counted(Number(value), forms.split('|'));
  });
}
