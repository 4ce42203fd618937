import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { HoverIntent, tooltipSpot } from './tooltip';

const box = (left: number, top: number, width: number, height: number) =>
  ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect;
const moved = (by: number, pointerType = 'mouse') => ({ pointerType, movementX: by, movementY: 0 }) as PointerEvent;

describe('a tooltip', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { documentElement: { clientWidth: 1000, clientHeight: 800 } });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('opens above its target, or below where there is no room', () => {
    expect(tooltipSpot(box(300, 400, 50, 20), 200, 100, [])).toEqual({ left: 300, top: 294 });
    expect(tooltipSpot(box(300, 40, 50, 20), 200, 100, [])).toEqual({ left: 300, top: 66 });
  });
  it('keeps clear of the player’s bets', () => {
    const bets = [box(280, 300, 300, 90)];
    expect(tooltipSpot(box(300, 400, 50, 20), 200, 100, bets)).toEqual({ left: 300, top: 426 });
  });
  it('stays inside the window', () => {
    expect(tooltipSpot(box(980, 400, 15, 20), 200, 100, []).left).toBe(792);
  });
  it('opens for a mouse that moves there and stays, not for a resting one', () => {
    const open = vi.fn();
    const intent = new HoverIntent(open);
    intent.move(moved(0));
    vi.advanceTimersByTime(2_000);
    expect(open).not.toHaveBeenCalled();
    intent.move(moved(3));
    intent.leave();
    vi.advanceTimersByTime(2_000);
    expect(open).not.toHaveBeenCalled();
    intent.move(moved(3, 'touch'));
    vi.advanceTimersByTime(2_000);
    expect(open).not.toHaveBeenCalled();
    intent.move(moved(3));
    vi.advanceTimersByTime(349);
    expect(open).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(open).toHaveBeenCalledOnce();
  });
});
