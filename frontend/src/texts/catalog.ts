/** All texts of the pages come from one catalog; another language is another file. */
import { en } from './en';

export type Catalog = { [key: string]: string };

/** Plural categories in the order in which a text lists its forms. */
const CATEGORIES: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

let catalog: Catalog = en;
let pluralRules = new Intl.PluralRules('en');

export function setLanguage(texts: Catalog, language: string): void {
  catalog = { ...en, ...texts };
  pluralRules = new Intl.PluralRules(language);
}

/** One of the forms `# wager|# wagers`, one for each plural category of the language; # is the number. */
function plural(value: number, forms: readonly string[]): string {
  const { pluralCategories } = pluralRules.resolvedOptions();
  const categories = CATEGORIES.filter((category) => pluralCategories.includes(category));
  const form = forms[categories.indexOf(pluralRules.select(value))] ?? forms.at(-1) ?? '';
  return form.replaceAll('#', value.toLocaleString('en-US'));
}

/**
 * The text of a key with its `{names}` and `{counts:# one|# many}` filled in. An unknown key is
 * returned as it is, so that it gets noticed.
 */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const text = catalog[key] ?? key;
  return text.replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, name: string, forms?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return forms === undefined ? String(value) : plural(Number(value), forms.split('|'));
  });
}
