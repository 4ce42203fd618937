/** Who sits at this browser: asked of the server, never assumed. */
import { get, newKey, post, Refused, UNREACHABLE } from './api';
import type { Here, Me, Scope } from './schema';

const AGAIN = 1_000;

class Session {
  me = $state<Me | null>(null);
  known = $state(false);
  #again: ReturnType<typeof setTimeout> | undefined;

  /** How far an action is open to whoever sits here; nothing where it is not. */
  scope(action: string): Scope | undefined {
    return this.me?.may?.[action];
  }

  may(...actions: string[]): boolean {
    return actions.some((action) => this.scope(action));
  }

  /** Whether somebody's matter is open: his own, another's, or anybody's. */
  mayFor(action: string, person: string): boolean {
    const scope = this.scope(action);
    return scope === 'any' || (scope === 'own') === (person === this.me?.name) && !!scope;
  }

  /** A house that does not answer has not said that nobody is here. */
  async look(): Promise<void> {
    clearTimeout(this.#again);
    try {
      this.me = (await get<Here>('/api/session')).me;
      this.known = true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!this.known) this.#again = setTimeout(() => void this.look(), AGAIN);
    }
  }

  async guest(): Promise<void> {
    await post('/api/guest');
    await this.look();
  }

  async signIn(name: string, password: string): Promise<void> {
    await post('/api/sign-in', { name, password });
    await this.look();
  }

  async signOut(): Promise<void> {
    await post('/api/sign-out');
    this.me = null;
  }

  /** Somebody to play as: whoever is signed in, or a guest who came this moment. */
  async somebody(): Promise<Me> {
    if (!this.known) await this.look();
    if (this.known && !this.me) await this.guest();
    if (!this.me) throw new Refused(UNREACHABLE, 0);
    return this.me;
  }

  /** Take play money at the cage until there is at least so much. */
  async fund(cents: number): Promise<void> {
    const me = await this.somebody();
    if (me.at_cage >= cents) return;
    await post('/api/me/play-money', { amount: cents - me.at_cage, key: newKey() });
    await this.look();
  }
}

export const session = new Session();
