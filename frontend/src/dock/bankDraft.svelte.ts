/** The bank that a player would put up, and what the table says to it. */
import { sentence } from '../format/sentences';
import { parseDollars } from '../lib/money';
import { Trial } from './trial.svelte';

export class BankDraft {
  /** What the player has typed, in dollars. */
  text = $state('');
  readonly #trial: Trial;

  constructor(
    table: string,
    readonly player: string,
  ) {
    this.#trial = new Trial(table);
  }

  /** In cents; null if what is typed is no amount. */
  get amount(): number | null {
    return parseDollars(this.text);
  }

  set amount(amount: number) {
    this.text = String(amount / 100);
  }

  /** Why the table would not take the bank; empty if it would. */
  get refusal(): string {
    return this.amount === null ? '' : sentence(this.#trial.refusal);
  }

  /** Begin with the bank that the player had, or else with half of their chips, in chips of $5. */
  begin(chips: number, minimum: number, last: number): void {
    const half = Math.floor(chips / 1000) * 500;
    this.amount = last && last <= chips ? last : Math.max(minimum, half);
  }

  /** For an `$effect`: ask the table; returns how to cancel it. */
  start(): () => void {
    return this.#trial.start({ type: 'TakeBank', player: this.player, amount: this.amount ?? 0 });
  }
}
