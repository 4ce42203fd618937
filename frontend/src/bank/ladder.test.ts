import { describe, expect, it } from 'vitest';

import { settled } from '../../testing/fixtures';
import { clockwise, ladder, lastStaked } from './ladder';

const row = (seat: number, fields: object) => ({ ...settled({ seat, player: `p${seat}`, payer: 'bank', ...fields }), order: seat });

describe('the ladder', () => {
  it('goes clockwise from the seat after the player-dealer', () => {
    const seats = [1, 2, 4, 5, 6].map((seat) => ({ seat }));
    expect(clockwise(seats, 3).map(({ seat }) => seat)).toEqual([4, 5, 6, 1, 2]);
  });
  it('begins each seat where the last one ended, and says what goes back', () => {
    const waiting = [{ seat: 4, player: 'a', staked: 300 }, { seat: 5, player: 'b', staked: 300 }];
    expect(ladder(500, [], waiting)).toEqual([
      { seat: 4, player: 'a', from: 0, covered: 300, beyond: 0, net: null },
      { seat: 5, player: 'b', from: 300, covered: 200, beyond: 100, net: null },
    ]);
  });
  it('counts what was paid and collected, and what the bank did not reach', () => {
    const rows = [row(5, { taken: 30 }), row(4, { paid: 110 }), row(2, { taken: 360, outcome: 'lose', returned: 40 }), row(2, { outcome: 'returned', returned: 100 })];
    expect(ladder(500, rows, [{ seat: 4, player: 'p4', staked: 90 }]).map(({ seat, from, covered, beyond, net }) => [seat, from, covered, beyond, net])).toEqual([
      [5, 0, 30, 0, 30], [4, 30, 110, 0, -110], [2, 140, 360, 140, 360],
    ]);
    expect(ladder(500, [row(2, { paid: 50, returned: 25, short: 25, short_by: 'bank' })], [])[0]?.beyond).toBe(25);
  });
  it('knows the bets of the round before', () => {
    expect(lastStaked([row(2, { stake: 10 }), row(2, { stake: 5 }), row(2, { stake: 9, backer: true })])).toEqual([
      { seat: 2, player: 'p2', staked: 15 },
    ]);
  });
});
