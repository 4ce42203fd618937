/** The money of the round on the felt: settled wagers, fees, mysteries and the bank's result. */
import type { Event, SeatView, Settled } from '../lib/schema';

export type Row = Settled & { order: number };
type Sums = Record<string, number>;
/** Rounds played and their net result. */
export type Session = { rounds: number; net: number };

export class RoundMoney {
  rows = $state.raw<Row[]>([]);
  fees = $state.raw<Sums>({});
  mysteries = $state.raw<Sums>({});
  /** The net result of each player's bank. */
  banks = $state.raw<Sums>({});
  /** Why the round is void; empty if it is not. */
  void = $state('');
  /** What lay on the circles of each seat when the round became void; all of it is returned. */
  returned = $state.raw<Record<number, Sums>>({});

  clear(): void {
    this.rows = [];
    this.fees = {};
    this.mysteries = {};
    this.banks = {};
    this.void = '';
    this.returned = {};
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

  /** The settled rows of one wager; in a void round, the chips that go back. */
  rowsOf(seat: number, wager: string): Row[] {
    const amount = this.returned[seat]?.[wager] ?? 0;
    if (amount) return [returnedRow(seat, wager, amount)];
    return this.rows.filter((row) => row.seat === seat && row.wager === wager && !row.backer);
  }

  /** The round is void: what lies on the circles goes back. */
  returnAll(seats: readonly (SeatView | null)[], plays: Record<number, { amount: number }>): void {
    const staked = seats.filter((seat) => seat !== null && Object.keys(seat.wagers).length > 0) as SeatView[];
    this.returned = Object.fromEntries(staked.map(({ seat, wagers }) => {
      const play = plays[seat]?.amount ?? 0;
      return [seat, { ...wagers, ...(play ? { play } : {}) }];
    }));
  }

  /** A session with this round in it, if the player had part in the round. */
  added(session: Session, player: string): Session {
    const net = this.resultOf(player);
    return net === null ? session : { rounds: session.rounds + 1, net: session.net + net };
  }

  /** What a player-dealer's bank has paid and collected so far. */
  get bankUse(): { paid: number; collected: number } {
    const rows = this.rows.filter((row) => row.payer === 'bank');
    return { paid: rows.reduce((sum, row) => sum + row.paid, 0), collected: rows.reduce((sum, row) => sum + row.taken, 0) };
  }

  /** What a tie with the dealer returns to a player: Ante, Blind and Play; 0 if it is none. */
  tied(player: string, result: string): number {
    const base = this.rows.filter((row) => row.player === player && ['ante', 'blind', 'play'].includes(row.wager));
    const even = result === 'tie' && base.every((row) => row.paid === row.taken);
    return even ? base.reduce((sum, row) => sum + row.returned, 0) : 0;
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

function returnedRow(seat: number, wager: string, stake: number): Row {
  return {
    type: 'Settled', seat, wager, outcome: 'returned', stake, returned: stake, payer: 'house',
    player: '', paid: 0, taken: 0, backer: false, approval: false, rest: '',
    short: 0, short_by: '', source: 0, clauses: [], order: 0,
  };
}

/** How much of a settled wager the bank did not reach: what it would have paid, or collected. */
export function notCovered({ outcome, payer, short = 0, short_by: by, returned }: Settled): number {
  if (by === 'bank') return short;
  return payer === 'bank' && (outcome === 'lose' || outcome === 'returned') ? returned : 0;
}

/** Whether the bank could not fully cover this wager. */
export function isShort(row: Settled): boolean {
  return notCovered(row) > 0;
}

function add(sums: Sums, name: string, amount: number): Sums {
  return { ...sums, [name]: (sums[name] ?? 0) + amount };
}
