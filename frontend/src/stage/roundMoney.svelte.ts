/** The money of the round on the felt: what each wager did, fees, mysteries, what banking brought. */
import type { Event, Settled } from '../lib/schema';

export type Row = Settled & { order: number };
type Sums = Record<string, number>;

export class Reckoning {
  rows = $state.raw<Row[]>([]);
  fees = $state.raw<Sums>({});
  mysteries = $state.raw<Sums>({});
  /** What the bank of the round brought its owner. */
  banks = $state.raw<Sums>({});
  /** Why the round is void; empty where it is not. */
  void = $state('');

  clear(): void {
    this.rows = [];
    this.fees = {};
    this.mysteries = {};
    this.banks = {};
    this.void = '';
  }

  /** Whether a wager of this round found the bank's cover used up. */
  get exhausted(): boolean {
    return this.rows.some(isShort);
  }

  take(event: Event): void {
    switch (event.type) {
      case 'FeeTaken':
        this.fees = add(this.fees, event.player, event.amount);
        break;
      case 'MysteryWon':
        this.mysteries = add(this.mysteries, event.player, event.amount);
        break;
      case 'Settled':
        this.rows = [...this.rows, { ...event, order: this.rows.length }];
        break;
      case 'BankSettled':
        this.banks = add(this.banks, event.player, event.collected - event.paid);
        break;
      case 'RoundVoided':
        this.rows = [];
        this.fees = {};
        this.void = event.reason;
        break;
    }
  }

  /** What a player has gained or lost so far; a mystery stands even where the round is void. */
  net(player: string): number {
    const own = this.rows.filter((row) => row.player === player);
    const beside = (this.mysteries[player] ?? 0) - (this.fees[player] ?? 0) + (this.banks[player] ?? 0);
    return own.reduce((sum, row) => sum + row.paid - row.taken, beside);
  }
}

/** The bank could not cover this wager, or not all of it. */
export function isShort(row: Settled): boolean {
  return Boolean(row.short) && row.short_by === 'bank';
}

function add(sums: Sums, name: string, cents: number): Sums {
  return { ...sums, [name]: (sums[name] ?? 0) + cents };
}
