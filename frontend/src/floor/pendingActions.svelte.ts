/** Actions of the floor that are only possible between rounds and wait for the end of one. */
import { SvelteMap } from 'svelte/reactivity';

import { get, RefusalError, tablePath } from '../lib/api';
import type { Update } from '../lib/schema';
import { session } from '../lib/session.svelte';
import { Outcome } from '../shared/outcome.svelte';
import { t } from '../texts/catalog';

const RETRY_AFTER = 250;
const UNDER_WAY = 'round/under_way';

/** At most one action waits at a table. It goes on, and can be canceled, on every page. */
export class PendingAction extends Outcome {
  waiting = $state(false);
  readonly #table: string;

  constructor(table: string) {
    super();
    this.#table = table;
  }

  /** Carry out an action between rounds: now, or as soon as bets are open, unless it is canceled. */
  async betweenRounds(description: string, action: () => Promise<string>): Promise<void> {
    const me = session.me?.name;
    this.waiting = true;
    await this.run(async () => {
      for (;;) {
        if (await this.#betsAreOpen()) {
          try {
            return await action();
          } catch (error) {
            if (!(error instanceof RefusalError) || error.refusal.code !== UNDER_WAY) throw error;
          }
        }
        [this.text, this.good] = [t('floor.after_round', { what: description }), true];
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
        if (!this.waiting || session.me?.name !== me) return t('floor.canceled');
      }
    });
    this.waiting = false;
  }

  cancel(): void {
    this.waiting = false;
  }

  async #betsAreOpen(): Promise<boolean> {
    const { view } = await get<Update>(tablePath(this.#table));
    return view.phase === 'betting';
  }
}

/** The pending actions of all tables, until this tab is closed. */
class PendingActions {
  readonly #actions = new SvelteMap<string, PendingAction>();
  /** The result of the last action whose table is closed now. */
  result = $state('');

  at(table: string): PendingAction {
    const action = this.#actions.get(table) ?? new PendingAction(table);
    this.#actions.set(table, action);
    return action;
  }

  waiting(table: string): boolean {
    return this.#actions.get(table)?.waiting ?? false;
  }

  /** Forget a table that is closed. */
  remove(table: string): void {
    this.#actions.delete(table);
  }
}

export const pendingActions = new PendingActions();
