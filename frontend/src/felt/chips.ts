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

const COLOURS: Record<number, string> = {
  100: 'white',
  500: 'red',
  2500: 'green',
  10000: 'black',
  50000: 'purple',
  100000: 'yellow',
};

export function chipColour(chip: number): string {
  return COLOURS[chip] ?? 'blue';
}
