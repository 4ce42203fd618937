/** What the table would say to a command that has not been sent yet. */
import { post, RefusalError, tablePath } from '../lib/api';
import type { Tried } from '../lib/schema';

/** Ask the table what a command would do: why it would be refused, and what it would forfeit. */
export async function tryCommand(table: string, command: object): Promise<Tried> {
  try {
    return await post<Tried>(tablePath(table, '/try'), { command });
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return { refusal: error.refusal, forfeits: 0 };
  }
}

const PAUSE = 80;

/** Tries a command whenever it changes; only the answer to the last one counts. */
export class Trial {
  /** Why the table would refuse the command; empty if it would not. */
  refusal = $state('');

  constructor(readonly table: string) {}

  /** For an `$effect`: try the command after a pause; returns how to cancel it. */
  start(command: object): () => void {
    let canceled = false;
    const timer = setTimeout(() => {
      void tryCommand(this.table, command).then(({ refusal }) => {
        if (!canceled) this.refusal = refusal?.sentence ?? '';
      });
    }, PAUSE);
    return () => {
      canceled = true;
      clearTimeout(timer);
    };
  }
}
