/** Commitments that this browser was shown while bets were open, to hold against the receipts. */
const NAME = 'uth.shown';
const MOST = 300;

function kept(): [string, string][] {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '[]') as [string, string][];
  } catch {
    return [];
  }
}

/** What was looked at since this page was loaded: updates are many. */
const asked = new Set<string>();

const key = (table: string, round: number) => `${table} ${round}`;

/** Keep the first commitment seen for a round; a later one would be another promise. */
export function keepShown(table: string, round: number, commitment: string): void {
  const name = key(table, round);
  if (!commitment || asked.has(name)) return;
  asked.add(name);
  const all = kept();
  if (all.some(([one]) => one === name)) return;
  localStorage.setItem(NAME, JSON.stringify([...all, [name, commitment]].slice(-MOST)));
}

export function shownBefore(table: string, round: number): string {
  const name = key(table, round);
  return kept().find(([one]) => one === name)?.[1] ?? '';
}
