import { expect, it } from 'vitest';

import { circle } from '../../../testing/fixtures';
import { circleSpots, seatSlot } from './spots';

it('gives the usual wagers their printed places, and new ones what is free', () => {
  const wagers = ['ante', 'blind', 'play', 'trips', 'bad_beat', 'hole_card_bonus', 'another'];
  expect(circleSpots(wagers.map((wager) => circle(wager)))).toEqual({
    ante: 'ante', blind: 'blind', play: 'play', trips: 'trips', bad_beat: 'right', hole_card_bonus: 'left', another: 'sensor',
  });
});

it('keeps the order of the seats whoever sits in the middle', () => {
  const slots = (middle: number) => [1, 2, 3, 4, 5, 6].map((number) => seatSlot(number, middle, 6));
  expect(slots(3)).toEqual(['R2', 'R1', 'M', 'L1', 'L2', 'L3']);
  expect(slots(6)).toEqual(['L1', 'L2', 'L3', 'R2', 'R1', 'M']);
  expect([1, 2].map((number) => seatSlot(number, 2, 2))).toEqual(['L1', 'M']);
});
