/** Keyboard shortcuts at the table; every one is shown on its button. */
import { wagerName } from '../format/names';
import type { Circle } from '../lib/schema';
import type { Room } from '../table/room.svelte';

/** The letters of betting keys that no circle may have. */
const TAKEN = 'ZXRPS';

/** The key of each circle: the first letter of its name that is free; those of the base wagers come first. */
export function circleKeys(circles: readonly Circle[]): Record<string, string> {
  const keys: Record<string, string> = {};
  const placed = circles.filter((circle) => circle.placed);
  for (const { wager } of [...placed.filter(({ base }) => base), ...placed.filter(({ base }) => !base)]) {
    const free = (letter: string) => /\p{L}/u.test(letter) && !TAKEN.includes(letter) && !Object.values(keys).includes(letter);
    keys[wager] = [...wagerName(wager).toUpperCase()].find(free) ?? '';
  }
  return keys;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'radio' && target.type !== 'checkbox';
  return target.matches('textarea, select, dialog *, [contenteditable]');
}

/** The key of an action: its one-digit multiple, or its first letter. */
export function actionKey(action: string): string {
  return /^\d\d/.test(action) ? '' : (action[0] ?? '').toUpperCase();
}

function handleDecision(room: Room, key: string): boolean {
  const action = room.now?.may.find((one) => actionKey(one) === key.toUpperCase());
  if (!action || room.sending || !room.armed) return false;
  void room.act(action);
  return true;
}

function handleBet(room: Room, key: string, event: KeyboardEvent): boolean {
  const { draft, rules, terms } = room;
  const chip = rules.chips[Number(key) - 1];
  if (chip) draft.chip = chip;
  else if (key === 'z') draft.takeBack();
  else if (key === 'x') draft.clear();
  else if (key === 'r') draft.rebet();
  else if (key === 'p') void room.place(draft.last);
  else if (key === 'enter' && !(event.target instanceof HTMLButtonElement)) {
    if (draft.checked && !draft.refusal) void room.place();
  } else {
    const circle = rules.circles.find(({ wager }) => room.circleKeys[wager] === key.toUpperCase());
    if (!circle) return false;
    draft.put(circle, terms);
  }
  return true;
}

/** Handle a key press at the table. */
export function handleKey(room: Room, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
  const key = event.key.toLowerCase();
  if (key === 'escape') room.question = null;
  if (room.question?.kind === 'leave') return;
  const handled =
    room.now?.may.length ? handleDecision(room, key)
    : room.betting ? handleBet(room, key, event)
    : false;
  if (handled && !room.stage.ready) room.stage.hurry();
  if (handled) event.preventDefault();
  else if (key === 's') room.stage.hurry();
}
