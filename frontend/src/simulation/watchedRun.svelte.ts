/** A simulated table that is watched: one step follows the other until it is stopped or long enough. */
import { refusalSentence } from '../format/sentences';
import { post, RefusalError } from '../lib/api';
import type { Simulated } from '../lib/schema';
import { session } from '../lib/session.svelte';

export type Strategy = 'optimal' | 'simple';
/** The figures after a step: seat-hands, the mean and half of its 95 % interval, in antes. */
export type Point = { hands: number; mean: number; half: number };

/** Standard errors on each side of a 95 % interval. */
export const Z95 = 1.959963984540054;
/** How long to wait before a step that was dropped for a newer one is asked for again, in ms. */
const PAUSE = 300;

export class WatchedRun {
  seats = $state(1);
  strategy = $state<Strategy>('optimal');
  seed = $state(1);
  /** The bonus wagers that are staked; null: every one that the house has. */
  wagers = $state.raw<string[] | null>(null);
  latest = $state.raw<Simulated | null>(null);
  points = $state.raw<Point[]>([]);
  running = $state(false);
  error = $state('');

  #design: object;
  #request: AbortController | null = null;

  constructor(design: object) {
    this.#design = design;
  }

  get finished(): boolean {
    return this.latest !== null && this.latest.hands >= this.latest.most;
  }

  /** Whether a wager is staked. */
  stakes(wager: string): boolean {
    return this.wagers === null || this.wagers.includes(wager);
  }

  stake(wager: string, staked: boolean): void {
    const before = this.wagers ?? this.latest?.offered ?? [];
    this.wagers = staked ? [...before, wager] : before.filter((name) => name !== wager);
    void this.begin();
  }

  /** Simulate another house or design. */
  choose(design: object): void {
    this.#design = design;
    [this.wagers, this.latest] = [null, null];
    void this.begin();
  }

  /** Begin anew with what is chosen now. */
  async begin(): Promise<void> {
    this.points = [];
    await this.#run(0);
  }

  /** Go on after a stop. */
  async resume(): Promise<void> {
    await this.#run(this.latest?.hands ?? 0);
  }

  stop(): void {
    this.#request?.abort();
    this.running = false;
  }

  async #run(from: number): Promise<void> {
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    [this.running, this.error] = [true, ''];
    try {
      await session.ensurePlayer();
      for (let hands = from; !signal.aborted; ) {
        const answer = await this.#step(hands, signal);
        if (signal.aborted) return;
        if (answer) {
          hands = answer.hands;
          this.latest = answer;
          this.points = [...this.points, { hands, mean: answer.net.mean, half: Z95 * answer.net.stderr }];
          if (hands >= answer.most) break;
        } else await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    } catch (error) {
      if (signal.aborted) return;
      this.error = refusalSentence(error);
    }
    if (!signal.aborted) this.running = false;
  }

  /** The next step; null if the server dropped it for a newer one. */
  async #step(hands: number, signal: AbortSignal): Promise<Simulated | null> {
    const { seats, strategy, seed, wagers } = this;
    try {
      return await post<Simulated>('/api/simulate', { design: this.#design, seats, strategy, seed, wagers, hands }, signal);
    } catch (error) {
      if (error instanceof RefusalError && error.refusal.code === 'work/superseded') return null;
      throw error;
    }
  }
}
