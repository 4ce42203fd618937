/** Chips thought of before they are put down. Whether they may be is the table's to say. */
import { post, Refused } from '../lib/api';
import { dollars } from '../format/money';
import type { Circle, TableRules, RefusalMessage, Tried } from '../lib/schema';
import { t } from '../texts/catalog';

export type Wagers = Record<string, number>;
export type Terms = { minimum: number; maximum: number; chips: number };
const PAUSE = 60;

export class Draft {
  wagers = $state<Wagers>({});
  chip = $state(0);
  /** Why the table would refuse these chips; null where it would not. */
  refusal = $state.raw<RefusalMessage | null>(null);
  /** Whether the answer is about the chips that lie there now. */
  sure = $state(false);
  last = $state<Wagers>({});
  #puts: Wagers[] = [];
  /** Counts the chips that lay here: an answer about earlier ones says nothing of these. */
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly rules: TableRules,
    readonly table: string,
    readonly ask: (wagers: Wagers) => object,
  ) {
    this.chip = rules.chips[1] ?? rules.chips[0] ?? 100;
    this.last = kept(table);
  }

  get total(): number {
    return Object.values(this.wagers).reduce((sum, cents) => sum + cents, 0);
  }

  /** Why no more chips go on a circle, as far as the layout itself says so. */
  why(circle: Circle, terms: Terms): string {
    const { wager } = circle;
    if (wager === 'play') return t('bet.later');
    const has = this.wagers[wager] ?? 0;
    const more = this.#step(circle, terms);
    const cost = wager === 'ante' || wager === 'blind' ? 2 * more : more;
    if (circle.fixed !== null && has) return t('bet.fixed', { amount: dollars(circle.fixed) });
    if (circle.fixed === null && has + more > terms.maximum) {
      return t('bet.maximum', { amount: dollars(terms.maximum) });
    }
    const base = ['ante', 'blind'].includes(wager);
    if (!base && !this.wagers['ante']) return t('bet.base_first');
    if (wager === 'bad_beat' && this.rules.bad_beat_needs_trips && !this.wagers['trips']) {
      return t('bet.needs_trips');
    }
    return this.total + cost > terms.chips ? t('bet.no_chips') : '';
  }

  put(circle: Circle, terms: Terms): void {
    if (this.why(circle, terms)) return;
    const wager = circle.wager === 'blind' ? 'ante' : circle.wager;
    const cents = (this.wagers[wager] ?? 0) + this.#step(circle, terms);
    this.#change({ ...this.wagers, [wager]: cents });
  }

  /** The first chips reach the minimum at once; after that, chip by chip. */
  #step(circle: Circle, terms: Terms): number {
    if (circle.fixed !== null) return circle.fixed;
    const base = circle.wager === 'ante' || circle.wager === 'blind';
    const least = base ? terms.minimum : Math.max(circle.minimum ?? 0, 0);
    return this.wagers[circle.wager] ? this.chip : Math.max(this.chip, least);
  }

  takeFrom(wager: string): void {
    const name = wager === 'blind' ? 'ante' : wager;
    const { [name]: _, ...rest } = this.wagers;
    this.#change(name === 'ante' ? {} : rest);
  }

  takeBack(): void {
    const before = this.#puts.pop();
    if (before) this.#set(before);
  }

  get undoable(): boolean {
    return this.total > 0;
  }

  clear(): void {
    this.#puts = [];
    this.#set({});
  }

  rebet(): void {
    this.#change({ ...this.last });
  }

  /** These chips lie on the table now: the next round may repeat them. */
  placed(wagers: Wagers): void {
    this.last = { ...wagers };
    this.clear();
    sessionStorage.setItem(`uth.bets.${this.table}`, JSON.stringify(wagers));
  }

  #change(wagers: Wagers): void {
    this.#puts.push(this.wagers);
    this.#set(wagers);
  }

  #set(wagers: Wagers): void {
    const { ante, ...rest } = wagers;
    this.wagers = ante ? { ...rest, ante, blind: ante } : rest;
    this.sure = false;
    this.refusal = null;
    this.#asked += 1;
    clearTimeout(this.#timer);
    if (this.total) this.#timer = setTimeout(() => void this.#try(), PAUSE);
  }

  async #try(): Promise<void> {
    const asked = this.#asked;
    let refusal: RefusalMessage | null;
    try {
      const path = `/api/tables/${encodeURIComponent(this.table)}/try`;
      refusal = (await post<Tried>(path, { command: this.ask(this.wagers) })).refusal;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refusal = error.told;
    }
    if (asked !== this.#asked) return;
    this.refusal = refusal;
    this.sure = true;
  }
}

function kept(table: string): Wagers {
  try {
    return JSON.parse(sessionStorage.getItem(`uth.bets.${table}`) ?? '{}') as Wagers;
  } catch {
    return {};
  }
}
