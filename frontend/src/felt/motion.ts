/** Movement on the felt: things fly from one marked place to where they lie. */
import type { Attachment } from 'svelte/attachments';

export function place(name: string): Element | null {
  return document.querySelector(`[data-place="${name}"]`);
}

/** Let an element come flying from a place; it is where it belongs from the start. */
export function from(name: string, milliseconds: () => number, turn = 0): Attachment<HTMLElement> {
  return (element) => {
    const lasts = milliseconds();
    const origin = lasts > 0 ? place(name) : null;
    if (!origin) return;
    const [start, end] = [origin.getBoundingClientRect(), element.getBoundingClientRect()];
    const across = start.left + start.width / 2 - end.left - end.width / 2;
    const down = start.top + start.height / 2 - end.top - end.height / 2;
    element.animate(
      [
        { transform: `translate(${across}px, ${down}px) rotate(${turn}deg)`, opacity: 0.85 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: lasts, easing: 'cubic-bezier(.2,.7,.3,1)' },
    );
  };
}

/** Where an element lies within another, whatever moves it just now. */
function within(element: HTMLElement, root: HTMLElement): { left: number; top: number } {
  const found = { left: 0, top: 0 };
  for (let part: Element | null = element; part instanceof HTMLElement && part !== root; part = part.offsetParent) {
    found.left += part.offsetLeft;
    found.top += part.offsetTop;
  }
  return found;
}

/** How far an element goes to lie with its foot under the middle of a ring, also when all is resized. */
export function under(root: HTMLElement, element: HTMLElement, ring: HTMLElement, moved: (way: string) => void): () => void {
  const measure = (): void => {
    const [from, to] = [within(element, root), within(ring, root)];
    const across = to.left + ring.offsetWidth / 2 - from.left;
    const down = to.top + ring.offsetHeight * 0.45 - from.top - element.offsetHeight;
    moved(`${across}px ${down}px`);
  };
  measure();
  const watch = new ResizeObserver(measure);
  watch.observe(root);
  return () => watch.disconnect();
}

/** A card turned over. */
export function turned(milliseconds: () => number): Attachment<HTMLElement> {
  return (element) => {
    const lasts = milliseconds();
    if (lasts <= 0) return;
    element.animate([{ transform: 'rotateY(90deg)' }, { transform: 'none' }], {
      duration: Math.min(lasts, 260),
      easing: 'ease-out',
    });
  };
}

/** Chips that leave: a copy flies to a place and is gone. */
export function send(element: Element, name: string, lasts: number): void {
  const target = lasts > 0 ? place(name) : null;
  if (!target) return;
  const [start, end] = [element.getBoundingClientRect(), target.getBoundingClientRect()];
  const ghost = element.cloneNode(true) as HTMLElement;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.classList.add('ghost');
  Object.assign(ghost.style, {
    left: `${start.left}px`,
    top: `${start.top}px`,
    width: `${start.width}px`,
    height: `${start.height}px`,
  });
  document.body.append(ghost);
  const across = end.left + end.width / 2 - start.left - start.width / 2;
  const down = end.top + end.height / 2 - start.top - start.height / 2;
  const flight = ghost.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${across}px, ${down}px)`, opacity: 0.2 },
    ],
    { duration: lasts, easing: 'ease-in' },
  );
  flight.onfinish = () => ghost.remove();
  flight.oncancel = () => ghost.remove();
}
