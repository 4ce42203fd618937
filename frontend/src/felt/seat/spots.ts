/** Where circles and seats lie on the cloth: places that never move. */
import type { Circle } from '../../lib/schema';

export type Spot = 'play' | 'ante' | 'blind' | 'trips' | 'left' | 'right' | 'sensor' | 'extra';

/** The places that the layout gives these wagers; others take what is free, in this order. */
const USUAL: Record<string, Spot> = {
  play: 'play', ante: 'ante', blind: 'blind', trips: 'trips', ultimate_pairs: 'left', bad_beat: 'right', progressive: 'sensor',
};
const FREE: readonly Spot[] = ['trips', 'left', 'right', 'sensor', 'extra'];

/** The place of each wager's circle. */
export function circleSpots(circles: readonly Circle[]): Record<string, Spot> {
  const spots: Record<string, Spot> = {};
  for (const { wager } of circles) if (USUAL[wager]) spots[wager] = USUAL[wager];
  for (const { wager } of circles) {
    spots[wager] ??= FREE.find((spot) => !Object.values(spots).includes(spot)) ?? 'extra';
  }
  return spots;
}

/**
 * The slot of a seat around the table, with one seat in the middle. Seat 1 is on the dealer's left, which
 * is on the right of the screen: higher numbers go round to the left.
 */
export function seatSlot(number: number, middle: number, places: number): string {
  const steps = (((number - middle) % places) + places) % places;
  const left = Math.ceil((places - 1) / 2);
  if (!steps) return 'M';
  return steps <= left ? `L${steps}` : `R${places - steps}`;
}
