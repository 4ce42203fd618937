/** The commitments this browser saw and the seeds it gave before each deal, to check receipts against. */
const COMMITMENTS = 'uth.shown';
const SEEDS = 'uth.given';
const MOST_ROUNDS = 300;

type Entries = [string, string][];

function load(storageKey: string): Entries {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as Entries;
  } catch {
    return [];
  }
}

function save(storageKey: string, entries: Entries): void {
  localStorage.setItem(storageKey, JSON.stringify(entries.slice(-MOST_ROUNDS)));
}

function lookUp(storageKey: string, table: string, round: number): string {
  const key = keyOf(table, round);
  return load(storageKey).find(([other]) => other === key)?.[1] ?? '';
}

const keyOf = (table: string, round: number) => `${table} ${round}`;

/** Rounds whose commitment is stored: updates come often, storage is slow. */
const stored = new Set<string>();

/** Store the first commitment seen for a round; a different one later would be a broken promise. */
export function rememberCommitment(table: string, round: number, commitment: string): void {
  const key = keyOf(table, round);
  if (!commitment || stored.has(key)) return;
  stored.add(key);
  const entries = load(COMMITMENTS);
  if (!entries.some(([other]) => other === key)) save(COMMITMENTS, [...entries, [key, commitment]]);
}

export function seenCommitment(table: string, round: number): string {
  return lookUp(COMMITMENTS, table, round);
}

/** Store the seed given for a round; a later one replaces it. */
export function rememberSeed(table: string, round: number, seed: string): void {
  const key = keyOf(table, round);
  save(SEEDS, [...load(SEEDS).filter(([other]) => other !== key), [key, seed]]);
}

export function givenSeed(table: string, round: number): string {
  return lookUp(SEEDS, table, round);
}
