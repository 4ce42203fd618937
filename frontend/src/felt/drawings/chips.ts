/** Chips as they are drawn: which make up an amount, and how each looks. */

/** The chips that make up an amount, the largest first; at most a small pile. */
export function chipPile(amount: number, chips: readonly number[], most = 7): number[] {
  const pile: number[] = [];
  let left = amount;
  for (const chip of [...chips].sort((one, other) => other - one)) {
    while (left >= chip && pile.length < most) {
      pile.push(chip);
      left -= chip;
    }
  }
  return pile;
}

const COLUMNS = 3;
const TALLEST = 8;

/** A bank as a dealer lays it out: columns of up to three denominations, most of it in the largest. */
export function bankColumns(amount: number, chips: readonly number[]): { chip: number; count: number }[] {
  const sizes = [...chips].sort((one, other) => other - one);
  const few = sizes.filter((chip) => chip * COLUMNS <= amount);
  const columns: { chip: number; count: number }[] = [];
  let left = amount;
  for (const chip of (few.length ? few : sizes.slice(-1)).slice(0, COLUMNS)) {
    const last = columns.length === COLUMNS - 1 || chip === sizes.at(-1);
    const count = Math.floor((last ? left : left * 0.65) / chip);
    left -= count * chip;
    if (count) columns.push({ chip, count: Math.min(count, TALLEST) });
  }
  return columns;
}

export type ChipLook = { body: string; spots: string; face: string; ink: string };

const LOOKS: Record<number, ChipLook> = {
  100: { body: '#ded9cd', spots: '#3d63b5', face: '#f3efe6', ink: '#2a3550' },
  500: { body: '#b01d2b', spots: '#f6f0e4', face: '#c8313e', ink: '#fff6ea' },
  2500: { body: '#15713f', spots: '#f6f0e4', face: '#1e8a50', ink: '#f4fff4' },
  10000: { body: '#17191e', spots: '#efe7d6', face: '#2a2d34', ink: '#ffffff' },
  50000: { body: '#55298a', spots: '#f0d68c', face: '#6c3ba8', ink: '#fff2cf' },
  100000: { body: '#cf9a1e', spots: '#2c2212', face: '#e3b23c', ink: '#2c1f05' },
};
const OTHER: ChipLook = { body: '#1f5fa8', spots: '#f6f0e4', face: '#2f76c4', ink: '#ffffff' };

export function chipLook(chip: number): ChipLook {
  return LOOKS[chip] ?? OTHER;
}

/** What is printed on a chip: 5, 25, 1K. */
export function chipFigure(chip: number): string {
  const dollars = chip / 100;
  return dollars >= 1000 ? `${dollars / 1000}K` : String(dollars);
}

/** A chip seen from above: half its width and height, and how thick it is. */
export const CHIP = { rx: 24, ry: 20, thick: 5 };

/** The outline of the edge spots that are in sight on the side of a chip that is turned by so many degrees. */
export function edgeSpots(turn: number): string {
  const { rx, ry, thick } = CHIP;
  const at = (angle: number): [number, number] => [rx * Math.cos(angle), ry * Math.sin(angle)];
  return [0, 1, 2, 3, 4, 5]
    .map((spot) => ((turn + 60 * spot) * Math.PI) / 180)
    .filter((angle) => Math.sin(angle) >= 0.12)
    .map((angle) => {
      const [[x1, y1], [x2, y2]] = [at(angle - 0.2), at(angle + 0.2)];
      const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
      return `M${point(x1, y1)}L${point(x2, y2)}v${thick}L${point(x1, y1 + thick)}Z`;
    })
    .join('');
}

/** How far each chip of a pile is turned, and how far it lies off the middle. */
export const chipTurn = (chip: number, index: number) => 20 + ((index * 23 + chip / 100) % 40);
export const chipShift = (index: number) => [0, 0.7, -0.6, 0.4, -0.8, 0.5][index % 6] ?? 0;
