/** All words on the pages come from one catalogue; another language is another file. */
import { en } from '../texts/en';

export type Catalogue = { [key: string]: string };

let catalogue: Catalogue = en;

export function speak(other: Catalogue): void {
  catalogue = { ...en, ...other };
}

/** The text of a key with its `{names}` filled in; an unknown key shows itself, so it is noticed. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const text = catalogue[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`));
}
