/** What the floor does between rounds, and so may wait for the end of one. */
import { SvelteMap } from 'svelte/reactivity';

import { get, Refused } from '../lib/api';
import { Outcome } from './floorWatch.svelte';
import type { Update } from '../lib/schema';
import { session } from '../lib/session.svelte';
import { t } from '../texts/catalog';

const PAUSE = 250;
const UNDER_WAY = 'round/under_way';

/** One thing at a time waits at a table: it goes on, and can be called off, from every page. */
export class Later extends Outcome {
  waits = $state(false);
  readonly #table: string;

  constructor(table: string) {
    super();
    this.#table = table;
  }

  /** Done at once between rounds; else it waits until bets are open or it is called off. */
  async between(what: string, work: () => Promise<string>): Promise<void> {
    const me = session.me?.name;
    this.waits = true;
    await this.of(async () => {
      for (;;) {
        if (await this.#open()) {
          try {
            return await work();
          } catch (error) {
            if (!(error instanceof Refused) || error.told.code !== UNDER_WAY) throw error;
          }
        }
        [this.text, this.good] = [t('floor.after_round', { what }), true];
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        if (!this.waits || session.me?.name !== me) return t('floor.called_off');
      }
    });
    this.waits = false;
  }

  callOff(): void {
    this.waits = false;
  }

  async #open(): Promise<boolean> {
    const { view } = await get<Update>(`/api/tables/${encodeURIComponent(this.#table)}`);
    return view.phase === 'betting';
  }
}

/** All that waits, by table: it outlives the desk it was asked at, and ends with this tab. */
class Laters {
  readonly #known = new SvelteMap<string, Later>();
  /** What came of the last thing whose own place is gone. */
  said = $state('');

  at(table: string): Later {
    const found = this.#known.get(table) ?? new Later(table);
    this.#known.set(table, found);
    return found;
  }

  waits(table: string): boolean {
    return this.#known.get(table)?.waits ?? false;
  }

  /** The table is gone, and with it what was said of it. */
  forget(table: string): void {
    this.#known.delete(table);
  }
}

export const laters = new Laters();
