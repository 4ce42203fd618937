/** Exact advice on the player's decisions: loaded when it is their turn, and what they chose. */
import { actionOf } from '../history/replay';
import { get, RefusalError, tablePath } from '../lib/api';
import type { TableAdvice, Update } from '../lib/schema';
import { settings } from '../lib/settings.svelte';

/** A decision of the player and the advice on it. */
type Judged = { advice: TableAdvice; action: string };

const spotOf = ({ round, street }: TableAdvice) => `${round} ${street}`;

export class Coach {
  advice = $state.raw<TableAdvice | null>(null);
  /** The round and street of the decision that is due; empty if none is. */
  spot = $state('');
  #round = $state(0);
  #judged = $state.raw<Judged | null>(null);
  /** What the player chose before the advice on it had come, by spot. */
  #early: Record<string, string> = {};
  #requested = '';

  constructor(
    readonly table: string,
    readonly me: string,
  ) {}

  /** The round and street that the advice is about. */
  get advised(): string {
    return this.advice ? spotOf(this.advice) : '';
  }

  /** The last judged decision; a new round's first decision takes its place. */
  get #verdict(): Judged | null {
    return this.#judged && (!this.spot || this.#judged.advice.round === this.#round) ? this.#judged : null;
  }

  /** Whether the advice is on the decision that is due and may be seen before it. */
  get #ahead(): boolean {
    return settings.coach === 'before' && this.spot !== '';
  }

  /** What the player did at the spot of the visible advice; empty before they act. */
  get acted(): string {
    return this.#ahead ? '' : (this.#verdict?.action ?? '');
  }

  /** The advice if it may be seen now. */
  get visible(): TableAdvice | null {
    if (settings.coach === 'off') return null;
    if (this.#ahead) return this.advised === this.spot ? this.advice : null;
    return this.#verdict?.advice ?? null;
  }

  /** What an action costs in antes, as far as the coach knows. */
  costOf(action: string, spot: string): number | undefined {
    if (this.advised !== spot) return undefined;
    return this.advice?.actions.find((option) => option.action === action)?.cost;
  }

  take(update: Update): void {
    const seat = update.view.seats.find((one) => one?.player === this.me);
    for (const event of update.events) {
      if (event.type === 'Acted' && event.player === this.me && this.#requested) this.#choose(actionOf(event));
    }
    this.#round = update.view.round;
    this.spot = seat?.to_act ? `${update.view.round} ${update.view.phase}` : '';
    this.load();
  }

  #choose(action: string): void {
    if (this.advice && this.advised === this.#requested) this.#judged = { advice: this.advice, action };
    else this.#early[this.#requested] = action;
  }

  /** Ask for advice on the decision that is due, unless that was done or nobody wants it. */
  load(): void {
    if (settings.coach !== 'off' && this.spot && this.spot !== this.#requested) void this.#load(this.spot);
  }

  async #load(current: string): Promise<void> {
    this.#requested = current;
    try {
      const loaded = await get<TableAdvice>(tablePath(this.table, '/advice'));
      if (this.#requested === current) this.advice = loaded;
      const action = this.#early[spotOf(loaded)];
      if (action) this.#judged = { advice: loaded, action };
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      if (this.#requested === current && error.refusal.code !== 'advice/not_now') this.#requested = '';
    } finally {
      delete this.#early[current];
    }
  }
}
