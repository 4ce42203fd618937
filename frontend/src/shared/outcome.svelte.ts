/** The result of a request, as one line for the visitor. */
import { refusalSentence } from '../format/sentences';

export class Outcome {
  text = $state('');
  good = $state(true);
  busy = $state(false);

  /** What a form does on submit: run a request. */
  onSubmit(request: () => Promise<string>): (event: SubmitEvent) => void {
    return (event) => {
      event.preventDefault();
      void this.run(request);
    };
  }

  /** Run a request: show the text that it returns, or why it was refused. */
  async run(request: () => Promise<string>): Promise<void> {
    this.busy = true;
    try {
      [this.text, this.good] = [await request(), true];
    } catch (error) {
      [this.text, this.good] = [refusalSentence(error), false];
    } finally {
      this.busy = false;
    }
  }
}
