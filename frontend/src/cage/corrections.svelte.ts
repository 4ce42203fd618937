/** The corrections of the house, refreshed regularly. */
import { get, unlessRefused } from '../lib/api';
import { every } from '../lib/every';
import type { CorrectionLine } from '../lib/schema';

const REFRESH_EVERY = 4_000;

/** Whether a correction has been approved or withdrawn. */
const isDone = (correction: CorrectionLine) => !!(correction.approved_by || correction.withdrawn_by);

export class CorrectionWatch {
  all = $state.raw<CorrectionLine[]>([]);
  waiting = $derived(this.all.filter((correction) => !isDone(correction)));
  done = $derived(this.all.filter(isDone).toReversed());

  readonly close = every(REFRESH_EVERY, () => void this.refresh());

  async refresh(): Promise<void> {
    this.all = (await unlessRefused(get<CorrectionLine[]>('/api/corrections'))) ?? this.all;
  }
}
