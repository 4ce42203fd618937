/** Buttons answer only when their cards have been on the screen for a moment: no second click decides. */
export const PAUSE = 400;

export class Arming {
  #armed = $state('');

  /** For an `$effect`: arm what is due at a spot once its cards are shown; returns how to cancel it. */
  follow(spot: string, shown: boolean): (() => void) | undefined {
    if (!spot || !shown || spot === this.#armed) return undefined;
    const timer = setTimeout(() => (this.#armed = spot), PAUSE);
    return () => clearTimeout(timer);
  }

  isArmed(spot: string): boolean {
    return spot !== '' && spot === this.#armed;
  }
}
