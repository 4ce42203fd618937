/** The wording of all clauses, loaded once, when a clause is first shown. */
import { get, unlessRefused } from '../lib/api';
import type { Clause } from '../lib/schema';

class Clauses {
  byId = $state.raw<Record<string, Clause>>({});
  #loading: Promise<void> | null = null;

  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    const all = await unlessRefused(get<Clause[]>('/api/clauses'));
    if (!all) this.#loading = null;
    this.byId = Object.fromEntries((all ?? []).map((clause) => [clause.id, clause]));
  }
}

export const clauses = new Clauses();
