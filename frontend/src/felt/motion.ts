/** Movement on the felt: cards and chips fly between anchors, elements with `data-anchor`. */
import type { Attachment } from 'svelte/attachments';

import { settings } from '../lib/settings.svelte';

const anchor = (name: string) => document.querySelector(`[data-anchor="${name}"]`);

/** How far it is from the middle of one box to the middle of another. */
function distance(from: DOMRect, to: DOMRect): [number, number] {
  return [
    to.left + to.width / 2 - from.left - from.width / 2,
    to.top + to.height / 2 - from.top - from.height / 2,
  ];
}

/** Everything that is in the air now. */
const flights = new Set<Animation>();

function follow(flight: Animation): void {
  flights.add(flight);
  const end = (): unknown => flights.delete(flight);
  void flight.finished.then(end, end);
}

/** Let everything that is in the air land at once. */
export function landAll(): void {
  for (const flight of flights) flight.finish();
}

const CHIP_MILLIS = 220;
/** Fast at first, then it settles down. */
const EASE = 'cubic-bezier(.2,.7,.2,1)';
/** How far a path bends away from the straight way, as a part of its length. */
const BEND = 0.08;

/** The way into a box from another: in a slight arc, never larger than where it comes from, turning as it flies. */
function arc(to: DOMRect, from: DOMRect, turn: number): Keyframe[] {
  const [x, y] = distance(to, from);
  const small = Math.min(1, from.width / (to.width || 1));
  const bend = Math.hypot(x, y) * BEND * Math.sign(x || 1);
  return [
    { transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${small})`, opacity: 0.85 },
    { transform: `translate(${x * 0.4}px, ${y * 0.4 - Math.abs(bend)}px) rotate(${turn * 0.3}deg) scale(${(1 + small) / 2})`, opacity: 1, offset: 0.45 },
    { transform: 'none', opacity: 1 },
  ];
}

/** Let an element fly in from an anchor; in the document it is at its destination from the start. */
export function flyFrom(name: string, duration: () => number, turn = 0): Attachment<HTMLElement> {
  return (element) => {
    const millis = duration();
    const origin = millis > 0 ? anchor(name) : null;
    if (!origin) return;
    follow(element.animate(arc(element.getBoundingClientRect(), origin.getBoundingClientRect(), turn), { duration: millis, easing: EASE }));
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
    follow(element.animate([{ transform: 'rotateY(90deg)' }, { transform: 'none' }], {
      duration: Math.min(millis, 260),
      easing: 'ease-out',
    }));
  };
}

/** Let a copy of an element's chips fly to an anchor and disappear there. */
export function flyAway(element: Element, name: string, millis: number): void {
  const target = millis > 0 ? anchor(name) : null;
  const shown = element.querySelector('.chips');
  if (target && shown) flyCopy(shown, target, millis);
}

/** Let a chip of the player's fly from where it was chosen to a circle. */
export function flyChip(circle: Element): void {
  const shown = document.querySelector('.pick.chosen .chips');
  const still = settings.speed === 'instant' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (shown && !still) flyCopy(shown, circle, CHIP_MILLIS);
}

function flyCopy(shown: Element, target: Element, millis: number): void {
  const [start, end] = [shown.getBoundingClientRect(), target.getBoundingClientRect()];
  const ghost = shown.cloneNode(true) as SVGElement;
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
      { transform: `translate(${x * 0.55}px, ${y * 0.55 - Math.hypot(x, y) * BEND}px)`, opacity: 1, offset: 0.5 },
      { transform: `translate(${x}px, ${y}px) scale(0.6)`, opacity: 0.2 },
    ],
    { duration: millis, easing: EASE },
  );
  follow(flight);
  void flight.finished.then(() => ghost.remove(), () => ghost.remove());
}
