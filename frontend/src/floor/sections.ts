/** The sections of the floor console that a person may see, by the permission matrix. */
type Permissions = { scope(action: string): string | undefined };

const SECTIONS = {
  tables: (may: Permissions) => may.scope('drop.see'),
  cage: (may: Permissions) => may.scope('cage.buy_in') ?? (may.scope('statement.see') === 'any'),
  shift: (may: Permissions) => may.scope('shift.report'),
  meters: (may: Permissions) => may.scope('meters.reconcile'),
  hands: (may: Permissions) => may.scope('hands.recall') === 'any',
  people: (may: Permissions) => may.scope('users.see'),
  corrections: (may: Permissions) => may.scope('correction.see'),
  service: (may: Permissions) => may.scope('service.watch') ?? may.scope('ledger.audit'),
} as const;

export type Section = keyof typeof SECTIONS;

export function sectionsFor(may: Permissions): Section[] {
  return (Object.keys(SECTIONS) as Section[]).filter((section) => SECTIONS[section](may));
}
