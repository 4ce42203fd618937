/** A tooltip in the top layer, so that no scrolling box cuts it off. */
export function showTip(tag: HTMLElement | undefined, tip: HTMLElement | undefined): void {
  if (!tag || !tip || tip.matches(':popover-open')) return;
  tip.showPopover();
  const at = tag.getBoundingClientRect();
  const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
  const above = at.top - tip.offsetHeight - 6;
  tip.style.left = `${Math.max(8, Math.min(at.left, room))}px`;
  tip.style.top = `${above > 8 ? above : at.bottom + 6}px`;
}

export function hideTip(tip: HTMLElement | undefined): void {
  if (tip?.matches(':popover-open')) tip.hidePopover();
}
