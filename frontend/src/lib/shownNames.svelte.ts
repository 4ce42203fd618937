/** The names that guests are shown by; those that a page needs are requested together. */
import { SvelteMap } from 'svelte/reactivity';

import { post, unlessRefused } from './api';
import type { Names } from './schema';

const PAUSE = 20;
const AT_ONCE = 100;

class ShownNames {
  #names = new SvelteMap<string, string>();
  #requested = new Set<string>();
  #wanted: string[] = [];

  /** A person's name, or undefined until the server has answered. */
  get(person: string): string | undefined {
    const name = this.#names.get(person);
    if (name === undefined && !this.#requested.has(person)) this.#request(person);
    return name;
  }

  put(person: string, name: string): void {
    this.#requested.add(person);
    this.#names.set(person, name);
  }

  #request(person: string): void {
    this.#requested.add(person);
    this.#wanted.push(person);
    if (this.#wanted.length === 1) setTimeout(() => void this.#load(), PAUSE);
  }

  async #load(): Promise<void> {
    const people = this.#wanted.splice(0, AT_ONCE);
    if (this.#wanted.length) setTimeout(() => void this.#load(), PAUSE);
    const answer = await unlessRefused(post<Names>('/api/names', { people }));
    for (const [person, name] of Object.entries(answer?.names ?? {})) this.#names.set(person, name);
    if (!answer) for (const person of people) this.#requested.delete(person);
  }
}

export const shownNames = new ShownNames();
