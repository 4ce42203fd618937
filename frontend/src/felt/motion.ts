/** Movement on the felt: cards and chips fly between anchors, elements with `data-anchor`. */
import type { Attachment } from 'svelte/attachments';

const anchor = (name: string) => document.querySelector(`[data-anchor="${name}"]`);

/** How far it is from the middle of one box to the middle of another. */
function distance(from: DOMRect, to: DOMRect): [number, number] {
  return [
    to.left + to.width / 2 - from.left - from.width / 2,
    to.top + to.height / 2 - from.top - from.height / 2,
  ];
}

/** Let an element fly in from an anchor; in the document it is at its destination from the start. */
export function flyFrom(name: string, duration: () => number, turn = 0): Attachment<HTMLElement> {
  return (element) => {
    const millis = duration();
    const origin = millis > 0 ? anchor(name) : null;
    if (!origin) return;
    const [x, y] = distance(element.getBoundingClientRect(), origin.getBoundingClientRect());
    element.animate(
      [
        { transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`, opacity: 0.85 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: millis, easing: 'cubic-bezier(.2,.7,.3,1)' },
    );
  };
}

/** The layout position of an element within another, without transforms. */
function offsetWithin(element: HTMLElement, root: HTMLElement): { left: number; top: number } {
  const offset = { left: 0, top: 0 };
  for (let part: Element | null = element; part instanceof HTMLElement && part !== root; part = part.offsetParent) {
    offset.left += part.offsetLeft;
    offset.top += part.offsetTop;
  }
  return offset;
}

/** Report the translation that tucks an element under a ring, also after a resize; returns how to stop. */
export function tuckUnder(
  root: HTMLElement,
  element: HTMLElement,
  ring: HTMLElement,
  report: (translation: string) => void,
): () => void {
  const measure = (): void => {
    if (!ring.offsetWidth) return report('');
    const [from, to] = [offsetWithin(element, root), offsetWithin(ring, root)];
    const x = to.left + ring.offsetWidth / 2 - from.left;
    const y = to.top + ring.offsetHeight * 0.45 - from.top - element.offsetHeight;
    report(`${x}px ${y}px`);
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(ring);
  return () => observer.disconnect();
}

/** Turn a card over. */
export function turnOver(duration: () => number): Attachment<HTMLElement> {
  return (element) => {
    const millis = duration();
    if (millis <= 0) return;
    element.animate([{ transform: 'rotateY(90deg)' }, { transform: 'none' }], {
      duration: Math.min(millis, 260),
      easing: 'ease-out',
    });
  };
}

/** Let a copy of an element fly to an anchor and disappear there. */
export function flyAway(element: Element, name: string, millis: number): void {
  const target = millis > 0 ? anchor(name) : null;
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
  const [x, y] = distance(start, end);
  const flight = ghost.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${x}px, ${y}px)`, opacity: 0.2 },
    ],
    { duration: millis, easing: 'ease-in' },
  );
  flight.onfinish = () => ghost.remove();
  flight.oncancel = () => ghost.remove();
}
