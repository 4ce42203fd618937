/** What people call the tables: a title, or the words of a link. No link is ever shown as it is. */
import { SvelteMap } from 'svelte/reactivity';

import { t } from '../texts/catalog';

/** The link of a practice table that the lobby opened ends in the id of its house. */
const PRACTICE = /-(california|california-bad-beat|cardroom-25|hollywood-pa|light-and-wonder)(-\d)?$/;
const titles = new SvelteMap<string, string>();

/** Remember the titles of tables. */
export function nameTables(tables: Iterable<{ name: string; title: string }>): void {
  for (const { name, title } of tables) {
    if (title && titles.get(name) !== title) titles.set(name, title);
  }
}

/** The link of the table that somebody names by its title or its link. */
export function tableLink(named: string): string {
  const wanted = named.trim().toLowerCase();
  const known = [...titles].find(([, title]) => title.toLowerCase() === wanted);
  return known?.[0] ?? wanted.replace(/\s+/g, '-');
}

/** The name of a table: its title, "Practice table", or `high-noon` as "High noon". */
export function tableName(link: string): string {
  const title = titles.get(link);
  if (title) return title;
  if (PRACTICE.test(link)) return t('word.practice_table');
  const words = link.replace(/[-_.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
