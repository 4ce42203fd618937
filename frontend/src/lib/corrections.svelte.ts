/** Corrections that were asked for and made, as the books have them now. */
import { get, Refused } from './api';
import type { CorrectionLine } from './schema';

const LOOK_AGAIN = 4_000;

export class Asked {
  lines = $state.raw<CorrectionLine[]>([]);
  waiting = $derived(this.lines.filter((line) => !line.approved_by));
  made = $derived(this.lines.filter((line) => line.approved_by).toReversed());

  #again = setInterval(() => void this.look(), LOOK_AGAIN);

  constructor() {
    void this.look();
  }

  async look(): Promise<void> {
    try {
      this.lines = await get<CorrectionLine[]>('/api/corrections');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  close(): void {
    clearInterval(this.#again);
  }
}
