/** Exact advice on the player's decision: loaded when it is their turn, and what they chose. */
import { actionOf } from '../history/replay';
import { get, RefusalError, tablePath } from '../lib/api';
import type { TableAdvice, Update } from '../lib/schema';
import { settings } from '../lib/settings.svelte';

type Choice = { spot: string; action: string };

export class Coach {
  advice = $state.raw<TableAdvice | null>(null);
  /** The round and street of the decision that is due; empty if none is. */
  spot = $state('');
  #chosen = $state.raw<Choice | null>(null);
  #requested = '';

  constructor(
    readonly table: string,
    readonly me: string,
  ) {}

  /** The round and street that the advice is about. */
  get advised(): string {
    return this.advice ? `${this.advice.round} ${this.advice.street}` : '';
  }

  /** What the player did at the spot of the advice; empty before they act. */
  get acted(): string {
    return this.#chosen?.spot === this.advised ? (this.#chosen?.action ?? '') : '';
  }

  /** The advice if it may be seen now. */
  get visible(): TableAdvice | null {
    const now = this.acted !== '' || (settings.coach === 'before' && this.advised === this.spot);
    return settings.coach !== 'off' && now ? this.advice : null;
  }

  /** What an action costs in antes, as far as the coach knows. */
  costOf(action: string, spot: string): number | undefined {
    if (this.advised !== spot) return undefined;
    return this.advice?.actions.find((option) => option.action === action)?.cost;
  }

  take(update: Update): void {
    const seat = update.view.seats.find((one) => one?.player === this.me);
    this.spot = seat?.to_act ? `${update.view.round} ${update.view.phase}` : '';
    for (const event of update.events) {
      if (event.type === 'Acted' && event.player === this.me) {
        this.#chosen = { spot: this.#requested, action: actionOf(event) };
      }
    }
    this.load();
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
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      if (this.#requested === current && error.refusal.code !== 'advice/not_now') this.#requested = '';
    }
  }
}
