/** The design this tab works at: it is still there after a look at another page. */
import type { Value } from './fields/fieldValues';

export type Kept = {
  /** The house that the address asked for when it was begun. */
  asked: string;
  house: string;
  file: { name: string; text: string } | null;
  id: string;
  name: string;
  entries: Record<string, Value>;
  meter: number;
  rival: string;
};
const NAME = 'uth.design';

/** What is kept, unless another house is asked for now. */
export function keptDesign(asked: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Kept | null;
    return kept && (!asked || asked === kept.asked) ? kept : null;
  } catch {
    return null;
  }
}

export function keepDesign(kept: Kept): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // A tab without room for it works all the same.
  }
}
