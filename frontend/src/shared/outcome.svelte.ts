/** The result of a request, as one line for the visitor. */
import { sentence } from '../format/sentences';
import { RefusalError } from '../lib/api';

export class Outcome {
  text = $state('');
  good = $state(true);
  busy = $state(false);

  /** Run a request: show the text that it returns, or why it was refused. */
  async run(request: () => Promise<string>): Promise<void> {
    this.busy = true;
    try {
      [this.text, this.good] = [await request(), true];
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      [this.text, this.good] = [sentence(error.message), false];
    } finally {
      this.busy = false;
    }
  }
}
