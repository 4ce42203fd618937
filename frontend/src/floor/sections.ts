/** The parts of the console: each is there for those to whom the matrix opens what it shows. */
type Matrix = { scope(action: string): string | undefined };

const PARTS = {
  tables: (may: Matrix) => may.scope('drop.see'),
  cage: (may: Matrix) => may.scope('cage.buy_in') ?? (may.scope('statement.see') === 'any'),
  shift: (may: Matrix) => may.scope('shift.report'),
  meters: (may: Matrix) => may.scope('meters.reconcile'),
  hands: (may: Matrix) => may.scope('hands.recall') === 'any',
  people: (may: Matrix) => may.scope('users.see'),
  corrections: (may: Matrix) => may.scope('correction.see'),
  service: (may: Matrix) => may.scope('service.watch') ?? may.scope('ledger.audit'),
} as const;

export type Part = keyof typeof PARTS;

export function partsOf(may: Matrix): Part[] {
  return (Object.keys(PARTS) as Part[]).filter((part) => PARTS[part](may));
}
