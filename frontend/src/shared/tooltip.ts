/** A tooltip in the top layer, so that no scrolling box clips it. */

/** How long a mouse has to stay on something before its tooltip opens, in milliseconds. */
const INTENT = 350;
const GAP = 6;
const EDGE = 8;
/** What a tooltip never covers: the player's own bets and cards. */
const OWN = '.seat.own .circle, .seat.own .card';

type Spot = { left: number; top: number };

function overlaps(one: DOMRect, { left, top }: Spot, width: number, height: number): boolean {
  return one.left < left + width && left < one.right && one.top < top + height && top < one.bottom;
}

/** Above the target, below it or at its sides: the first spot that covers none of the boxes. */
export function tooltipSpot(target: DOMRect, width: number, height: number, keepClear: readonly DOMRect[]): Spot {
  const [right, bottom] = [document.documentElement.clientWidth - width - EDGE, document.documentElement.clientHeight - height - EDGE];
  const within = (spot: Spot): Spot => ({ left: Math.max(EDGE, Math.min(spot.left, right)), top: Math.max(EDGE, Math.min(spot.top, bottom)) });
  const above = { left: target.left, top: target.top - height - GAP };
  const below = { left: target.left, top: target.bottom + GAP };
  const sides = [{ left: target.right + GAP, top: target.top }, { left: target.left - width - GAP, top: target.top }];
  const spots = (above.top >= EDGE ? [above, below, ...sides] : [below, ...sides]).map(within);
  const corners = [{ left: EDGE, top: EDGE }, { left: right, top: EDGE }];
  const hides = (spot: Spot) => overlaps(target, spot, width, height) || keepClear.some((box) => overlaps(box, spot, width, height));
  return [...spots, ...corners].find((spot) => !hides(spot)) ?? (spots[0] as Spot);
}

export function showTooltip(target: HTMLElement | undefined, tip: HTMLElement | undefined): void {
  if (!target || !tip || tip.matches(':popover-open')) return;
  tip.showPopover();
  const own = [...document.querySelectorAll(OWN)].map((one) => one.getBoundingClientRect());
  const { left, top } = tooltipSpot(target.getBoundingClientRect(), tip.offsetWidth, tip.offsetHeight, own);
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}

export function hideTooltip(tip: HTMLElement | undefined): void {
  if (tip?.matches(':popover-open')) tip.hidePopover();
}

/** Waits for a mouse that moves onto something and stays; what comes under a resting mouse stays closed. */
export class HoverIntent {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly open: () => void) {}

  move(event: PointerEvent): void {
    const moved = event.movementX !== 0 || event.movementY !== 0;
    if (event.pointerType !== 'mouse' || !moved || this.#timer !== undefined) return;
    this.#timer = setTimeout(this.open, INTENT);
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
