/** Banners for big events, each shown for a few seconds. */
import type { Event } from '../lib/schema';
import { t } from '../texts/catalog';
import { isShort } from './roundMoney.svelte';

export type Moment = { id: number; kind: string; text: string };

const DURATION = 5_000;
const MOST = 2;
const BANNERS = new Set<Event['type']>(['MysteryWon', 'FeesDropped', 'RoundVoided', 'JackpotsClaimed']);

function kindOf(event: Event): string {
  if (event.type !== 'Settled') return BANNERS.has(event.type) ? event.type : '';
  if (event.source) return event.wager;
  return isShort(event) ? 'exhausted' : '';
}

export class Moments {
  now = $state.raw<Moment[]>([]);
  #count = 0;
  #exhausted = false;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no page reads it
  #timers = new Set<ReturnType<typeof setTimeout>>();

  startRound(): void {
    this.#exhausted = false;
  }

  /** Show an event with the dealer's words. An exhausted bank is shown once a round. */
  take(event: Event, speech: string): void {
    const kind = kindOf(event);
    if (!kind || (kind === 'exhausted' && this.#exhausted)) return;
    this.#exhausted ||= kind === 'exhausted';
    const text = kind === 'exhausted' ? t('moment.exhausted') : speech;
    const moment = { id: ++this.#count, kind, text };
    this.now = [...this.now.slice(1 - MOST), moment];
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.now = this.now.filter((other) => other.id !== moment.id);
    }, DURATION);
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
