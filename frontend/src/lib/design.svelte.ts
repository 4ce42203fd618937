/** A copy of a house under change: what differs from it, and what the server makes of that. */
import { get, post, Refused } from './api';
import type { Checked, HouseRules, OwnTables, PayTable, Solved } from './schema';
import { session } from './session.svelte';

export type TableKind = 'blind' | 'trips' | 'bad_beat';
type Value = boolean | number | string | number[] | string[] | Record<string, string>;

const PAUSE = 300;
const NO_TABLES: OwnTables = { blind: null, trips: null, bad_beat: null, ultimate_pairs: null };

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export class Design {
  house = $state('');
  id = $state('');
  name = $state('');
  rules = $state.raw<HouseRules | null>(null);
  entries = $state.raw<Record<string, Value>>({});
  tables = $state.raw<OwnTables>(NO_TABLES);
  checked = $state.raw<Checked | null>(null);
  solved = $state.raw<Solved | null>(null);
  busy = $state(false);
  trouble = $state('');

  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: AbortController | null = null;

  /** What is asked of the server: the house, and only what differs from it. */
  get asked(): object {
    return { house: this.house, id: this.id, name: this.name, entries: this.entries, tables: this.tables };
  }

  get changed(): boolean {
    return Object.keys(this.entries).length > 0 || !same(this.tables, NO_TABLES);
  }

  /** Begin with an unchanged copy. */
  async begin(house: string): Promise<void> {
    this.house = house;
    this.id = this.name = '';
    this.entries = {};
    this.tables = NO_TABLES;
    try {
      const rules = await get<HouseRules>(`/api/houses/${encodeURIComponent(house)}/rules`);
      if (house !== this.house) return;
      this.rules = rules;
      this.#later(0);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** An entry as the design has it, or as the house does. */
  value(path: string): unknown {
    return path in this.entries ? this.entries[path] : this.#below(path);
  }

  #below(path: string): unknown {
    return this.rules?.entries.find((entry) => entry.path === path)?.value;
  }

  set(path: string, value: Value): void {
    const { [path]: _, ...others } = this.entries;
    const empty = value === '' && this.#below(path) === undefined;
    this.entries = empty || same(value, this.#below(path)) ? others : { ...others, [path]: value };
    this.#later();
  }

  /** The pay table that the design would use, before any line of it is changed. */
  printed(kind: TableKind): PayTable | undefined {
    const name = this.value(kind === 'bad_beat' ? 'tables.bad_beat' : 'tables.paytable');
    return this.rules?.pay_tables.find((table) => table.kind === kind && table.name === name);
  }

  pays(kind: TableKind): Record<string, string> {
    const lines = this.printed(kind)?.lines ?? [];
    return this.tables[kind] ?? Object.fromEntries(lines.map((line) => [line.hand, line.pays]));
  }

  pay(kind: TableKind, hand: string, odds: string): void {
    const lines = this.printed(kind)?.lines ?? [];
    const now = { ...this.pays(kind), [hand]: odds };
    const unchanged = lines.every((line) => now[line.hand] === line.pays);
    this.tables = { ...this.tables, [kind]: unchanged ? null : now };
    this.#later();
  }

  rename(id: string, name: string): void {
    [this.id, this.name] = [id, name];
    this.#later();
  }

  /** Ask once nothing has changed for a moment; what was asked before is called off. */
  #later(pause = PAUSE): void {
    clearTimeout(this.#timer);
    this.#wanted?.abort();
    this.busy = true;
    this.#timer = setTimeout(() => void this.#ask(), pause);
  }

  async #ask(): Promise<void> {
    const wanted = (this.#wanted = new AbortController());
    const { signal } = wanted;
    try {
      await session.somebody();
      const checked = await post<Checked>('/api/designer/check', this.asked, signal);
      if (signal.aborted) return;
      [this.checked, this.trouble] = [checked, ''];
      if (checked.ok) {
        const solved = await post<Solved>('/api/solve', this.asked, signal);
        if (signal.aborted) return;
        this.solved = solved;
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#tell(error);
    }
    this.busy = false;
  }

  #tell(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    if (error.told.code !== 'work/superseded') this.trouble = error.message;
  }

  /** Nobody looks any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted?.abort();
  }
}
