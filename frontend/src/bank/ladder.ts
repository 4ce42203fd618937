/** The bank against the seats, in the order of settlement: each begins where the last one ended. */
import { total } from '../lib/money';
import type { SeatView } from '../lib/schema';
import { notCovered, type Row } from '../stage/roundMoney.svelte';

export type Rung = {
  seat: number;
  player: string;
  /** Where it begins: what the seats before it use of the bank. */
  from: number;
  covered: number;
  /** What the bank does not cover; it goes back. */
  beyond: number;
  /** What the bank has won or lost here; null before it is settled. */
  net: number | null;
};

type Staked = { seat: number; player: string; staked: number };

/** The seats clockwise from the one after the player-dealer's. */
export function clockwise<T extends { seat: number }>(seats: readonly T[], banker: number): T[] {
  const behind = ({ seat }: T) => (seat > banker ? 0 : 1);
  return seats.filter(({ seat }) => seat !== banker).sort((one, other) => behind(one) - behind(other) || one.seat - other.seat);
}

/** What every seat has on its circles, Play included. */
export function stakedSeats(seats: readonly (SeatView | null)[]): Staked[] {
  return seats.flatMap((one) => {
    const staked = one ? total(one.wagers) + one.play : 0;
    return one && staked ? [{ seat: one.seat, player: one.player, staked }] : [];
  });
}

/** What every seat had on its circles in the round that is over. */
export function lastStaked(rows: readonly Row[]): Staked[] {
  const seats = new Map<number, Staked>();
  for (const row of rows) {
    if (row.backer || row.source) continue;
    const one = seats.get(row.seat) ?? { seat: row.seat, player: row.player, staked: 0 };
    seats.set(row.seat, { ...one, staked: one.staked + row.stake });
  }
  return [...seats.values()];
}

/** Settled seats first, as they were settled; then those that wait, in their order. */
export function ladder(bank: number, rows: readonly Row[], waiting: readonly Staked[]): Rung[] {
  const rungs: Rung[] = [];
  let used = 0;
  const add = (rung: Omit<Rung, 'from'>): void => {
    rungs.push({ ...rung, from: used });
    used += rung.covered + rung.beyond;
  };
  const settled = [...new Set(rows.filter((row) => row.payer === 'bank').map(({ seat }) => seat))];
  for (const seat of settled) {
    const own = rows.filter((row) => row.seat === seat && row.payer === 'bank');
    const sum = (of: (row: Row) => number) => own.reduce((all, row) => all + of(row), 0);
    const player = own.find((row) => !row.backer)?.player ?? '';
    const beyond = sum(notCovered);
    add({ seat, player, covered: sum((row) => row.paid + row.taken), beyond, net: sum((row) => row.taken - row.paid) });
  }
  for (const { seat, player, staked } of waiting) {
    if (settled.includes(seat)) continue;
    const covered = Math.max(0, Math.min(staked, bank - used));
    add({ seat, player, covered, beyond: staked - covered, net: null });
  }
  return rungs;
}
