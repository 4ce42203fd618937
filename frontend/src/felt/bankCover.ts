/** How much a player-dealer's bank still covers, by the house's rule. */
export type CoverLeft = { pays: number; collects: number };

export function coverLeft(coverage: string, amount: number, paid: number, collected: number): CoverLeft {
  switch (coverage) {
    case 'action': {
      const left = Math.max(amount - paid - collected, 0);
      return { pays: left, collects: left };
    }
    case 'net':
      return { pays: amount + collected - paid, collects: amount + paid - collected };
    default:
      return { pays: amount - paid, collects: amount - collected };
  }
}
