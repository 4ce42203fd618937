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

/** White, red, green, black, purple and yellow: dark enough for white figures. */
const COLOURS: Record<number, string> = {
  100: '#5c6670', 500: '#a3262a', 2500: '#176b40', 10000: '#20242a', 50000: '#65318e', 100000: '#7d5d00',
};
const BLUE = '#1f5fa8';

export function chipColour(chip: number): string {
  return COLOURS[chip] ?? BLUE;
}
