/** The design of this tab, saved so that it survives a visit to another page. */
import type { Value } from './fields/fieldValues';

export type SavedDesign = {
  /** The house in the address when the design was begun. */
  requested: string;
  house: string;
  file: { name: string; text: string } | null;
  id: string;
  name: string;
  entries: Record<string, Value>;
  meter: number;
  rival: string;
};
const KEY = 'uth.design';

/** The saved design, unless the address asks for another house now. */
export function loadDesign(requested: string): SavedDesign | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as SavedDesign | null;
    return saved && (!requested || requested === saved.requested) ? saved : null;
  } catch {
    return null;
  }
}

export function saveDesign(design: SavedDesign): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(design));
  } catch {
    // Without storage the design works as well; it is only not saved.
  }
}
