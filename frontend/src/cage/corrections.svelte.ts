/** Corrections that were asked for, made and withdrawn, as the books have them now. */
import { get, Refused } from '../lib/api';
import type { CorrectionLine } from '../lib/schema';

const LOOK_AGAIN = 4_000;

/** Whether somebody has approved or withdrawn it. */
const over = (line: CorrectionLine) => !!(line.approved_by || line.withdrawn_by);

export class Asked {
  lines = $state.raw<CorrectionLine[]>([]);
  waiting = $derived(this.lines.filter((line) => !over(line)));
  over = $derived(this.lines.filter(over).toReversed());

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
