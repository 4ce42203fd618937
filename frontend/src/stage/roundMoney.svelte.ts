/** The money of the round on the felt: settled wagers, fees, mysteries and the bank's result. */
import type { Event, Settled } from '../lib/schema';

export type Row = Settled & { order: number };
type Sums = Record<string, number>;

export class RoundMoney {
  rows = $state.raw<Row[]>([]);
  fees = $state.raw<Sums>({});
  mysteries = $state.raw<Sums>({});
  /** The net result of each player's bank. */
  banks = $state.raw<Sums>({});
  /** Why the round is void; empty if it is not. */
  void = $state('');

  clear(): void {
    this.rows = [];
    this.fees = {};
    this.mysteries = {};
    this.banks = {};
    this.void = '';
  }

  /** Whether the bank could not cover all wagers of this round. */
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
      case 'FeeUnpaid':
        this.void = 'fee_unpaid';
        break;
      case 'RoundVoided':
        this.rows = [];
        this.fees = {};
        this.void = event.reason;
        break;
    }
  }

  /** A player's result of the round; null if they had no part in it. */
  resultOf(player: string): number | null {
    const part = [this.fees, this.mysteries, this.banks].some((sums) => player in sums) || this.rows.some((row) => row.player === player);
    return part ? this.net(player) : null;
  }

  /** A player's net result so far; a mystery counts even if the round is void. */
  net(player: string): number {
    const own = this.rows.filter((row) => row.player === player);
    const other = (this.mysteries[player] ?? 0) - (this.fees[player] ?? 0) + (this.banks[player] ?? 0);
    return own.reduce((sum, row) => sum + row.paid - row.taken, other);
  }
}

/** Whether the bank could not fully cover this wager. */
export function isShort(row: Settled): boolean {
  return Boolean(row.short) && row.short_by === 'bank';
}

function add(sums: Sums, name: string, amount: number): Sums {
  return { ...sums, [name]: (sums[name] ?? 0) + amount };
}
