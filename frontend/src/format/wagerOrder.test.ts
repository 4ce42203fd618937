import { expect, it } from 'vitest';

import { inSettlementOrder } from './wagerOrder';

it('orders wagers as they are settled, whatever order they come in', () => {
  const wagers = { trips: 1, blind: 2, envy: 3, ante: 4, play: 5, bad_beat: 6 };
  expect(inSettlementOrder(wagers).map(([wager]) => wager)).toEqual(['ante', 'play', 'blind', 'trips', 'bad_beat', 'envy']);
  expect(Object.fromEntries(inSettlementOrder(wagers))).toEqual(wagers);
});
