/** The wording of every clause, asked once, when a clause is first shown. */
import { get, Refused } from '../lib/api';
import type { Clause } from '../lib/schema';

class Clauses {
  known = $state.raw<Record<string, Clause>>({});
  #asked = false;

  async look(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      const all = await get<Clause[]>('/api/clauses');
      this.known = Object.fromEntries(all.map((clause) => [clause.id, clause]));
    } catch (error) {
      this.#asked = false;
      if (!(error instanceof Refused)) throw error;
    }
  }
}

export const clauses = new Clauses();
