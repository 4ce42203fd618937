/** The wording of all clauses, loaded once, when a clause is first shown. */
import { get, unlessRefused } from '../lib/api';
import type { Clause } from '../lib/schema';

class Clauses {
  byId = $state.raw<Record<string, Clause>>({});
  #requested = false;

  async load(): Promise<void> {
    if (this.#requested) return;
    this.#requested = true;
    const all = await unlessRefused(get<Clause[]>('/api/clauses'));
    this.#requested = all !== null;
    this.byId = Object.fromEntries((all ?? []).map((clause) => [clause.id, clause]));
  }
}

export const clauses = new Clauses();
