/** A tooltip in the top layer, so that no scrolling box clips it. */
export function showTooltip(target: HTMLElement | undefined, tip: HTMLElement | undefined): void {
  if (!target || !tip || tip.matches(':popover-open')) return;
  tip.showPopover();
  const box = target.getBoundingClientRect();
  const rightmost = document.documentElement.clientWidth - tip.offsetWidth - 8;
  const above = box.top - tip.offsetHeight - 6;
  tip.style.left = `${Math.max(8, Math.min(box.left, rightmost))}px`;
  tip.style.top = `${above > 8 ? above : box.bottom + 6}px`;
}

export function hideTooltip(tip: HTMLElement | undefined): void {
  if (tip?.matches(':popover-open')) tip.hidePopover();
}
