/** The wording of all clauses, loaded once, when a clause is first shown. */
import { get, RefusalError } from '../lib/api';
import type { Clause } from '../lib/schema';

class Clauses {
  byId = $state.raw<Record<string, Clause>>({});
  #requested = false;

  async load(): Promise<void> {
    if (this.#requested) return;
    this.#requested = true;
    try {
      const all = await get<Clause[]>('/api/clauses');
      this.byId = Object.fromEntries(all.map((clause) => [clause.id, clause]));
    } catch (error) {
      this.#requested = false;
      if (!(error instanceof RefusalError)) throw error;
    }
  }
}

export const clauses = new Clauses();
