/** Bets on the circles before they are placed. The table decides whether they are allowed. */
import { dollars, total } from '../lib/money';
import type { Circle, RefusalMessage, TableRules } from '../lib/schema';
import { t } from '../texts/catalog';
import { tryCommand } from './trial.svelte';

export type Wagers = Record<string, number>;
export type Terms = { minimum: number; maximum: number; chips: number };
const PAUSE = 60;

export class Draft {
  wagers = $state<Wagers>({});
  chip = $state(0);
  /** Why the table would refuse these bets; null if it would not. */
  refusal = $state.raw<RefusalMessage | null>(null);
  /** Whether the table has answered for the present bets. */
  checked = $state(false);
  last = $state<Wagers>({});
  /** The base wagers that are placed before the deal; all have the same stake. */
  readonly #base: readonly string[];
  #history: Wagers[] = [];
  /** Counts changes, so that answers for earlier bets are ignored. */
  #changes = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly rules: TableRules,
    readonly table: string,
    readonly commandFor: (wagers: Wagers) => object,
  ) {
    this.chip = rules.chips[1] ?? rules.chips[0] ?? 100;
    this.last = loadBets(table);
    this.#base = rules.circles.filter(({ base, placed }) => base && placed).map(({ wager }) => wager);
  }

  get total(): number {
    return total(this.wagers);
  }

  /** Why no more chips may be put on a circle, as far as the layout shows it; empty if they may. */
  obstacle(circle: Circle, terms: Terms): string {
    const { wager, base, needs } = circle;
    if (!circle.placed) return t('bet.later');
    const has = this.wagers[wager] ?? 0;
    const more = this.#step(circle, terms);
    const cost = base ? this.#base.length * more : more;
    if (circle.fixed !== null && has) return t('bet.fixed', { amount: dollars(circle.fixed) });
    if (circle.fixed === null && has + more > terms.maximum) {
      return t('bet.maximum', { amount: dollars(terms.maximum) });
    }
    if (!base && this.#base.some((one) => !this.wagers[one])) return t('bet.base_first');
    if (needs && !this.wagers[needs]) return t('bet.needs', { wager, needs });
    return this.total + cost > terms.chips ? t('bet.no_chips') : '';
  }

  put(circle: Circle, terms: Terms): void {
    if (this.obstacle(circle, terms)) return;
    const amount = (this.wagers[circle.wager] ?? 0) + this.#step(circle, terms);
    const circles = circle.base ? this.#base : [circle.wager];
    this.#change({ ...this.wagers, ...Object.fromEntries(circles.map((wager) => [wager, amount])) });
  }

  /** The first chips reach the minimum at once; after that it goes chip by chip. */
  #step(circle: Circle, terms: Terms): number {
    if (circle.fixed !== null) return circle.fixed;
    const least = circle.base ? terms.minimum : Math.max(circle.minimum ?? 0, 0);
    return this.wagers[circle.wager] ? this.chip : Math.max(this.chip, least);
  }

  /** Take the chips from a circle; nothing stays without the base wagers. */
  takeFrom({ wager, base }: Circle): void {
    const { [wager]: _, ...rest } = this.wagers;
    this.#change(base ? {} : rest);
  }

  takeBack(): void {
    const before = this.#history.pop();
    if (before) this.#set(before);
  }

  /** What taking back would take from the circles. */
  get lastStep(): number {
    return Math.max(0, this.total - total(this.#history.at(-1)));
  }

  get undoable(): boolean {
    return this.total > 0;
  }

  clear(): void {
    this.#history = [];
    this.#set({});
  }

  rebet(): void {
    this.#change({ ...this.last });
  }

  /** Twice the bets on the circles, or twice the last ones; what is fixed stays. */
  double(): void {
    const wagers = this.total ? this.wagers : this.last;
    const fixed = this.rules.circles.filter((circle) => circle.fixed !== null).map(({ wager }) => wager);
    this.#change(Object.fromEntries(Object.entries(wagers).map(([wager, amount]) => [wager, fixed.includes(wager) ? amount : 2 * amount])));
  }

  /** The bets have been placed; they can be repeated in the next round. */
  placed(wagers: Wagers): void {
    this.last = { ...wagers };
    this.clear();
    sessionStorage.setItem(`uth.bets.${this.table}`, JSON.stringify(wagers));
  }

  #change(wagers: Wagers): void {
    this.#history.push(this.wagers);
    this.#set(wagers);
  }

  #set(wagers: Wagers): void {
    this.wagers = wagers;
    this.checked = false;
    this.refusal = null;
    this.#changes += 1;
    clearTimeout(this.#timer);
    if (this.total) this.#timer = setTimeout(() => void this.#try(), PAUSE);
  }

  async #try(): Promise<void> {
    const changes = this.#changes;
    const { refusal } = await tryCommand(this.table, this.commandFor(this.wagers));
    if (changes !== this.#changes) return;
    this.refusal = refusal;
    this.checked = true;
  }
}

function loadBets(table: string): Wagers {
  try {
    return JSON.parse(sessionStorage.getItem(`uth.bets.${table}`) ?? '{}') as Wagers;
  } catch {
    return {};
  }
}
