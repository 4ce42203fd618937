/** How a player does in the drills, in this browser: the latest answers, and the spots that went wrong. */
import type { TableAdvice } from '../lib/schema';

export type Answered = { street: string; right: boolean; cost: number };

const KEY = 'uth.practice';
const SHOWN = 20;
const MOST = 500;
const MOST_WRONG = 50;

type Saved = { answers: Answered[]; wrong: TableAdvice[]; best: number };

function load(): Saved {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Saved>;
    return { answers: saved.answers ?? [], wrong: saved.wrong ?? [], best: saved.best ?? 0 };
  } catch {
    return { answers: [], wrong: [], best: 0 };
  }
}

export const spotKey = ({ cards, board }: TableAdvice) => [...cards, ...board].join('');

export class Progress {
  #saved = $state.raw<Saved>(load());

  get wrong(): readonly TableAdvice[] {
    return this.#saved.wrong;
  }
  get best(): number {
    return this.#saved.best;
  }
  get latest(): readonly Answered[] {
    return this.#saved.answers.slice(-SHOWN);
  }
  get count(): number {
    return this.#saved.answers.length;
  }
  get streak(): number {
    const { answers } = this.#saved;
    return answers.length - 1 - answers.findLastIndex(({ right }) => !right);
  }
  /** What a hand costs on average, in antes. */
  get cost(): number {
    return this.count ? this.#saved.answers.reduce((sum, { cost }) => sum + cost, 0) / this.count : 0;
  }
  /** How many were right, of how many, on a street or on all. */
  score(street = ''): { right: number; of: number } {
    const answers = this.#saved.answers.filter((one) => !street || one.street === street);
    return { right: answers.filter(({ right }) => right).length, of: answers.length };
  }

  /** Take down an answer; a spot that went wrong is asked again until it is right. */
  answer(spot: TableAdvice, action: string): void {
    const cost = spot.actions.find((option) => option.action === action)?.cost ?? 0;
    const right = cost === 0;
    const others = this.#saved.wrong.filter((one) => spotKey(one) !== spotKey(spot));
    const answers = [...this.#saved.answers, { street: spot.street, right, cost }].slice(-MOST);
    this.#saved = { answers, wrong: right ? others : [...others, spot].slice(-MOST_WRONG), best: this.#saved.best };
    this.#saved = { ...this.#saved, best: Math.max(this.#saved.best, this.streak) };
    localStorage.setItem(KEY, JSON.stringify(this.#saved));
  }
}
