/** Tables from the lobby: one's own practice table in one click, or one made to measure. */
import { get, newKey, post, Refused } from '../lib/api';
import type { NewTable, TableLine, Update } from '../lib/schema';
import { session } from '../lib/session.svelte';

/** How many minimum bets one sits down with. */
const ANTES = 40;
/** How many bots keep a lone player company. */
const COMPANY = 3;
/** Somebody whose name is much alike has a table of this name. */
const ANOTHERS = ['table/taken', 'table/open'];
const MOST_NAMES = 5;

export type Wanted = Omit<NewTable, 'name' | 'settings'> & { settings: Settings };
/** Section of a rulebook → entry → value. */
export type Settings = Record<string, Record<string, string | number>>;

function path(table: string, rest = ''): string {
  return `/api/tables/${encodeURIComponent(table)}${rest}`;
}

/** A name that a link can carry. */
export function slug(text: string): string {
  const plain = text.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{Mark}+/gu, '');
  return plain.replace(/[^a-z0-9._-]+/g, '-').replace(/^[^a-z0-9]+/, '').replace(/-+$/, '').slice(0, 40) || 'table';
}

/** The table that a link leads to, or that has a name. */
export function tableIn(text: string): string {
  const link = text.trim();
  if (!link.includes('/')) return link && slug(link);
  try {
    const { pathname } = new URL(link, location.origin);
    return pathname.split('/').filter(Boolean).at(-1) ?? '';
  } catch {
    return '';
  }
}

function ownName(me: string, what: string): string {
  return slug(`${me.slice(-12).replace(/^[^a-zA-Z0-9]+/, '')}-${what}`);
}

/** Make a table; where one has too many open, an idle practice table of one's own gives way. */
export async function make(name: string, wanted: Partial<Wanted>): Promise<void> {
  const ask = (): Promise<Update> => post<Update>('/api/tables', { name, ...wanted });
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof Refused) || error.told.code !== 'table/too_many') throw error;
    await closeOne();
    await ask();
  }
}

async function closeOne(): Promise<void> {
  const me = await session.somebody();
  const own = ownName(me.name, '');
  let no: Refused | null = null;
  for (const { name, phase, by } of await get<TableLine[]>('/api/tables')) {
    if (phase !== 'betting' || by !== me.name || !name.startsWith(own)) continue;
    try {
      await post(path(name, '/close'));
      return;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      no = error;
    }
  }
  if (no) throw no;
}

/** Take a free seat with play money, or the one that is held; one who sits there already stays. */
export async function sit(table: string): Promise<void> {
  const me = await session.somebody();
  const { view, version } = await get<Update>(path(table));
  const own = view.seats.find((taken) => taken?.player === me.name);
  if (own && !own.away) return;
  const seat = own?.seat ?? view.seats.findIndex((taken) => taken === null) + 1;
  if (!seat) return;
  const chips = ANTES * view.minimum;
  await session.fund(chips);
  const command = { type: 'Sit', player: me.name, seat, chips };
  await post(path(table, '/orders'), { key: newKey(), command, version });
  await session.look();
}

/** One click: one's own practice table of a house with bots at it, and a seat. */
export async function sitDown(house: string): Promise<string> {
  const me = await session.somebody();
  const open = await get<TableLine[]>('/api/tables');
  for (let number = 1; ; number += 1) {
    const name = ownName(me.name, number === 1 ? house : `${house}-${number}`);
    try {
      if (!open.some((table) => table.name === name && table.by === me.name)) {
        await make(name, { house, bots: COMPANY, timed: false, listed: false });
      }
      await sit(name);
      return name;
    } catch (error) {
      const anothers = error instanceof Refused && ANOTHERS.includes(error.told.code);
      if (!anothers || number === MOST_NAMES) throw error;
    }
  }
}
