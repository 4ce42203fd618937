/** An amount as chips, the largest first; what no chip makes up is told in figures alone. */
export function pile(cents: number, chips: readonly number[], most = 7): number[] {
  const found: number[] = [];
  let left = cents;
  for (const chip of [...chips].sort((one, two) => two - one)) {
    while (left >= chip && found.length < most) {
      found.push(chip);
      left -= chip;
    }
  }
  return found;
}

const COLOURS: Record<number, string> = {
  100: 'white',
  500: 'red',
  2500: 'green',
  10000: 'black',
  50000: 'purple',
  100000: 'yellow',
};

export function colourOf(chip: number): string {
  return COLOURS[chip] ?? 'blue';
}
