/** Who is signed in, as the server says. */
import { get, newKey, post, RefusalError, unreachable } from './api';
import { shownNames } from './shownNames.svelte';
import type { Here, Me, Scope } from './schema';

/** How many minimum bets a player sits down with, unless they choose otherwise. */
export const BUY_IN = 40;
/** The buy-ins to choose from, in minimum bets. */
export const BUY_INS = [20, BUY_IN, 100, 200] as const;
const RETRY_AFTER = 1_000;

class Session {
  me = $state<Me | null>(null);
  /** Whether the server has answered yet. */
  loaded = $state(false);
  #retry: ReturnType<typeof setTimeout> | undefined;

  /** Whose matters an action is permitted on; undefined if it is not permitted. */
  scope(action: string): Scope | undefined {
    return this.me?.may?.[action];
  }

  may(...actions: string[]): boolean {
    return actions.some((action) => this.scope(action));
  }

  /** Whether an action is permitted on this person's matters. */
  mayFor(action: string, person: string): boolean {
    const scope = this.scope(action);
    return scope === 'any' || (scope === 'own') === (person === this.me?.name) && !!scope;
  }

  /** Ask the server who is signed in. Until it has answered once, a failed request is retried. */
  async refresh(): Promise<void> {
    clearTimeout(this.#retry);
    try {
      this.me = (await get<Here>('/api/session')).me;
      if (this.me) shownNames.put(this.me.name, this.me.shown);
      this.loaded = true;
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      if (!this.loaded) this.#retry = setTimeout(() => void this.refresh(), RETRY_AFTER);
    }
  }

  async guest(): Promise<void> {
    await post('/api/guest');
    await this.refresh();
  }

  async signIn(name: string, password: string): Promise<void> {
    await post('/api/sign-in', { name, password });
    await this.refresh();
  }

  /** Make an account; a guest's own becomes one, with their seat, money and history. */
  async signUp(name: string, password: string): Promise<void> {
    await post('/api/users', { name, password, role: 'player' });
    await this.signIn(name, password);
  }

  /** Choose the name that others see. */
  async rename(name: string): Promise<void> {
    await post('/api/me/name', { name });
    await this.refresh();
  }

  async signOut(): Promise<void> {
    await post('/api/sign-out');
    await this.refresh();
  }

  /** Whoever is signed in; otherwise a new guest. */
  async ensurePlayer(): Promise<Me> {
    if (!this.loaded) await this.refresh();
    if (this.loaded && !this.me) await this.guest();
    if (!this.me) throw new RefusalError(unreachable(), 0);
    return this.me;
  }

  /** Take play money at the cage until at least this amount is there. */
  async fund(amount: number): Promise<void> {
    const me = await this.ensurePlayer();
    if (me.at_cage >= amount) return;
    await post('/api/me/play-money', { amount: amount - me.at_cage, key: newKey() });
    await this.refresh();
  }
}

export const session = new Session();
