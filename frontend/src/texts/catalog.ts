/** The texts of the pages, from the catalog that the server uses; a folder for each language. */
import { dollars } from '../lib/money';

export type Catalog = { [key: string]: string };

/**
 * Every file but those that only the server and the command line use. What is excluded is written twice:
 * the build resolves it from this file, the tests and the development server from any folder.
 */
const english = import.meta.glob<Catalog>(
  [
    '../../../src/uth/core/texts/en/*.json',
    '!../../../src/uth/core/texts/*/{cli,clauses,house,language,par,protection,readings,refusal_words,refusals,terminal}.json',
    '!**/{cli,clauses,house,language,par,protection,readings,refusal_words,refusals,terminal}.json',
  ],
  { eager: true, import: 'default' },
);
/** The other languages; each is loaded only if it is chosen. */
const others = import.meta.glob<Catalog>(
  [
    '../../../src/uth/core/texts/*/*.json',
    '!../../../src/uth/core/texts/en/*.json',
    '!**/en/*.json',
    '!../../../src/uth/core/texts/*/{cli,clauses,house,language,par,protection,readings,refusal_words,refusals,terminal}.json',
    '!**/{cli,clauses,house,language,par,protection,readings,refusal_words,refusals,terminal}.json',
  ],
  { import: 'default' },
);

/** The English texts of all pages. */
export const en: Catalog = Object.assign({}, ...Object.values(english)) as Catalog;

/** Plural categories in the order in which a text lists its forms. */
const CATEGORIES: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

let catalog: Catalog = en;
let pluralRules = new Intl.PluralRules('en');

/** Whether there is a text for a key. */
export const hasText = (key: string) => key in catalog;

/** Show these texts; what they lack is English. */
export function setLanguage(texts: Catalog, language: string): void {
  catalog = { ...en, ...texts };
  pluralRules = new Intl.PluralRules(language);
}

/** Show the first of the visitor's languages that there is a folder for. */
export async function chooseLanguage(wanted: readonly string[], folders: typeof others = others): Promise<string> {
  for (const language of wanted.flatMap((tag) => [tag, tag.split('-')[0] ?? tag])) {
    if (language === 'en') break;
    const files = Object.entries(folders).filter(([path]) => path.split('/').at(-2) === language);
    if (!files.length) continue;
    const texts = await Promise.all(files.map(([, load]) => load()));
    setLanguage(Object.assign({}, ...texts) as Catalog, language);
    return language;
  }
  return 'en';
}

/** One of the forms `# wager|# wagers`, one for each plural category of the language; # is the number. */
function plural(value: number, forms: readonly string[]): string {
  const { pluralCategories } = pluralRules.resolvedOptions();
  const categories = CATEGORIES.filter((category) => pluralCategories.includes(category));
  const form = forms[categories.indexOf(pluralRules.select(value))] ?? forms.at(-1) ?? '';
  return form.replaceAll('#', value.toLocaleString('en-US'));
}

/** Several words as one phrase: "Blind and Trips", or "3× or 4×". */
export function listed(words: readonly string[], how: 'and' | 'or' = 'and'): string {
  const type = how === 'and' ? 'conjunction' : 'disjunction';
  return new Intl.ListFormat(pluralRules.resolvedOptions().locale, { type }).format(words);
}

/** The languages that there are texts for, as two letters each. */
export const languages: readonly string[] = [
  ...new Set(['en', ...Object.keys(others).map((path) => path.split('/').at(-2) ?? '')]),
].sort();

function shown(value: string | number, how: string | undefined): string {
  if (how === undefined) return String(value);
  if (how === 'dollars') return dollars(Number(value));
  if (how.endsWith('.*')) return t(`${how.slice(0, -1)}${value}`);
  return plural(Number(value), how.split('|'));
}

/**
 * The text of a key with its slots filled in: `{name}`, `{amount:dollars}`, `{wager:wager.*}` for the
 * text of another key, `{count:# one|# many}`. An unknown key is returned as it is, so that it is
 * noticed.
 */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const text = catalog[key] ?? key;
  return text.replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, name: string, how?: string) => {
    const value = values[name];
    return value === undefined ? whole : shown(value, how);
  });
}
