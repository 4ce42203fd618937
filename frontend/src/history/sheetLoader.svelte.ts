/** The player's session sheet, loaded again until every hand is judged. */
import { refusalSentence } from '../format/sentences';
import { get } from '../lib/api';
import type { Sheet } from '../lib/schema';

const RETRY_AFTER = 1_500;

export class SheetLoader {
  sheet = $state.raw<Sheet | null>(null);
  refusal = $state('');

  /** Load until nothing is pending; returns what stops it. */
  start(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const load = async () => {
      try {
        const loaded = await get<Sheet>('/api/me/sheet');
        if (stopped) return;
        [this.sheet, this.refusal] = [loaded, ''];
        if (loaded.pending) timer = setTimeout(() => void load(), RETRY_AFTER);
      } catch (error) {
        this.refusal = refusalSentence(error);
      }
    };
    void load();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }
}
