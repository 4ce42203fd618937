/** How far a player-dealer's wager still reaches, by the house's reading of it. */
export type Left = { pays: number; collects: number };

export function coverLeft(coverage: string, amount: number, paid: number, collected: number): Left {
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
