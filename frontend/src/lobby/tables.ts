/** Opening tables from the lobby, and sitting down. */
import { get, newKey, post, RefusalError, tablePath, unlessRefused } from '../lib/api';
import type { NewTable, TableLine, Update } from '../lib/schema';
import { session } from '../lib/session.svelte';
import { settings } from '../lib/settings.svelte';

/** How many bots sit at a practice table. */
const BOTS = 3;
/** Refusals if another player with a similar name has a table of this name. */
const NAME_TAKEN = ['table/taken', 'table/open'];
const MOST_NAMES = 5;

export type TableOptions = Omit<NewTable, 'name' | 'settings'> & { settings: RulebookEntries };
/** Section of a rulebook → entry → value. */
export type RulebookEntries = Record<string, Record<string, string | number>>;

/** A name that can be used in a link. */
export function slug(text: string): string {
  const plain = text.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{Mark}+/gu, '');
  return plain.replace(/[^a-z0-9._-]+/g, '-').replace(/^[^a-z0-9]+/, '').replace(/-+$/, '').slice(0, 40) || 'table';
}

/** The table of a link, or of a table's name. */
export function tableFromLink(text: string): string {
  const link = text.trim();
  if (!link.includes('/')) return link && slug(link);
  try {
    const { pathname } = new URL(link, location.origin);
    return pathname.split('/').filter(Boolean).at(-1) ?? '';
  } catch {
    return '';
  }
}

function practiceName(me: string, suffix: string): string {
  return slug(`${me.slice(-12).replace(/^[^a-zA-Z0-9]+/, '')}-${suffix}`);
}

/** Open a practice table. If the player has too many, one of their idle practice tables is closed. */
export async function openTable(name: string, options: Partial<TableOptions>): Promise<void> {
  const open = (): Promise<Update> => post<Update>('/api/tables', { name, practice: true, ...options });
  try {
    await open();
  } catch (error) {
    if (!(error instanceof RefusalError) || error.refusal.code !== 'table/too_many') throw error;
    await closePracticeTable();
    await open();
  }
}

async function closePracticeTable(): Promise<void> {
  const me = await session.ensurePlayer();
  const prefix = practiceName(me.name, '');
  let refusal: RefusalError | null = null;
  for (const { name, phase, by } of await get<TableLine[]>('/api/tables')) {
    if (phase !== 'betting' || by !== me.name || !name.startsWith(prefix)) continue;
    try {
      await post(tablePath(name, '/close'));
      return;
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      refusal = error;
    }
  }
  if (refusal) throw refusal;
}

/** Take a free seat, or the one held for the player, with play money; whoever sits already stays. */
export async function sit(table: string): Promise<void> {
  const me = await session.ensurePlayer();
  const { view, version } = await get<Update>(tablePath(table));
  const own = view.seats.find((taken) => taken?.player === me.name);
  if (own && !own.away) return;
  const seat = own?.seat ?? view.seats.findIndex((taken) => taken === null) + 1;
  if (!seat) return;
  const chips = settings.buyIn * view.minimum;
  await session.fund(chips);
  const command = { type: 'Sit', player: me.name, seat, chips };
  await post(tablePath(table, '/orders'), { key: newKey(), command, version });
  await session.refresh();
}

/** The player's own table at a house, opened if needed; the dealer makes no pauses there. */
async function ownTable(house: string, bots: number, title: string): Promise<string> {
  const me = await session.ensurePlayer();
  const tables = await get<TableLine[]>('/api/tables');
  for (let number = 1; ; number += 1) {
    const name = practiceName(me.name, number === 1 ? house : `${house}-${number}`);
    try {
      if (!tables.some((table) => table.name === name && table.by === me.name)) {
        await openTable(name, { house, bots, title, timed: false, listed: false, pace: 0 });
      }
      return name;
    } catch (error) {
      const taken = error instanceof RefusalError && NAME_TAKEN.includes(error.refusal.code);
      if (!taken || number === MOST_NAMES) throw error;
    }
  }
}

/** Sit down at the player's practice table of a house; it is opened with bots if needed. */
export async function startPractice(house: string, bots = BOTS, title = ''): Promise<string> {
  const name = await ownTable(house, bots, title);
  await sit(name);
  return name;
}

/** Sit down and bet the minimum, so that the dealer deals at once; a hand in progress goes on. */
export async function playNow(house: string, bots: number, title: string): Promise<string> {
  const name = await startPractice(house, bots, title);
  const me = await session.ensurePlayer();
  const { view, version } = await get<Update>(tablePath(name));
  const own = view.seats.find((taken) => taken?.player === me.name);
  if (view.phase !== 'betting' || !own || Object.keys(own.wagers).length) return name;
  const command = { type: 'Wager', player: me.name, wagers: { ante: view.minimum, blind: view.minimum } };
  await unlessRefused(post(tablePath(name, '/orders'), { key: newKey(), command, version }));
  return name;
}
