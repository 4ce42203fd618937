/** Steps that are shown one after the other at the chosen speed, or all at once. */
import { settings } from '../lib/settings.svelte';
import { SPEED } from './timing';

type Step = { duration: number; show: () => void };

/** The longest flight of a card or chip, in milliseconds. */
const LONGEST_FLIGHT = 420;

export class Queue {
  busy = $state(false);
  /** How long a card or chip flies now, in milliseconds; 0 while catching up. */
  flight = 0;
  #steps: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  then(duration: number, show: () => void): void {
    this.#steps.push({ duration, show });
  }

  run(): void {
    if (this.busy) return;
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      const pause = step.duration * SPEED[settings.speed];
      this.flight = reducedMotion ? 0 : Math.min(pause * 2, LONGEST_FLIGHT);
      step.show();
      if (pause > 0) {
        this.busy = true;
        this.#timer = setTimeout(() => {
          this.busy = false;
          this.run();
        }, pause);
        return;
      }
    }
    this.busy = false;
  }

  hurry(): void {
    clearTimeout(this.#timer);
    this.flight = 0;
    for (const step of this.#steps.splice(0)) step.show();
    this.busy = false;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#steps = [];
  }
}
