/** What this browser was shown and gave while bets were open, to hold against the receipts. */
const SHOWN = 'uth.shown';
const GIVEN = 'uth.given';
const MOST = 300;

function kept(name: string): [string, string][] {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '[]') as [string, string][];
  } catch {
    return [];
  }
}

const keep = (name: string, all: [string, string][]) => localStorage.setItem(name, JSON.stringify(all.slice(-MOST)));

/** What was looked at since this page was loaded: updates are many. */
const asked = new Set<string>();

const key = (table: string, round: number) => `${table} ${round}`;

/** Keep the first commitment seen for a round; a later one would be another promise. */
export function keepShown(table: string, round: number, commitment: string): void {
  const name = key(table, round);
  if (!commitment || asked.has(name)) return;
  asked.add(name);
  const all = kept(SHOWN);
  if (!all.some(([one]) => one === name)) keep(SHOWN, [...all, [name, commitment]]);
}

export function shownBefore(table: string, round: number): string {
  const name = key(table, round);
  return kept(SHOWN).find(([one]) => one === name)?.[1] ?? '';
}

/** Keep the last seed given for a round: a later one takes its place. */
export function keepGiven(table: string, round: number, seed: string): void {
  const name = key(table, round);
  keep(GIVEN, [...kept(GIVEN).filter(([one]) => one !== name), [name, seed]]);
}

export function givenBefore(table: string, round: number): string {
  const name = key(table, round);
  return kept(GIVEN).find(([one]) => one === name)?.[1] ?? '';
}
