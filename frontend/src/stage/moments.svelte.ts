/** What everybody at the table looks up for: each is told for a while, then it is gone. */
import type { Event } from '../lib/schema';
import { t } from '../texts/catalog';
import { isShort } from './roundMoney.svelte';

export type Moment = { id: number; kind: string; text: string };

const LASTS = 5_000;
const MOST = 2;
const LOUD = new Set<Event['type']>(['MysteryWon', 'FeesDropped', 'RoundVoided', 'JackpotsClaimed']);

function kindOf(event: Event): string {
  if (event.type !== 'Settled') return LOUD.has(event.type) ? event.type : '';
  if (event.wager === 'envy') return 'envy';
  return isShort(event) ? 'exhausted' : '';
}

export class Moments {
  now = $state.raw<Moment[]>([]);
  #count = 0;
  #exhausted = false;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no page reads it
  #timers = new Set<ReturnType<typeof setTimeout>>();

  /** A round in which nothing has happened yet. */
  begin(): void {
    this.#exhausted = false;
  }

  /** The dealer's words are the moment's; that the cover is used up is news only once a round. */
  take(event: Event, said: string): void {
    const kind = kindOf(event);
    if (!kind || (kind === 'exhausted' && this.#exhausted)) return;
    this.#exhausted ||= kind === 'exhausted';
    const text = kind === 'exhausted' ? t('moment.exhausted') : said;
    const moment = { id: ++this.#count, kind, text };
    this.now = [...this.now.slice(1 - MOST), moment];
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.now = this.now.filter((other) => other.id !== moment.id);
    }, LASTS);
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
