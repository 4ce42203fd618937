/** Keyboard shortcuts at the table; every one is shown on its button. */
import type { Room } from '../table/room.svelte';

const CIRCLES: Record<string, string> = {
  a: 'ante', b: 'ante', t: 'trips', d: 'bad_beat', u: 'ultimate_pairs', g: 'progressive',
};

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
  if (!action || room.sending) return false;
  void room.act(action);
  return true;
}

function handleBet(room: Room, key: string, event: KeyboardEvent): boolean {
  const { draft, rules, terms } = room;
  const chip = rules.chips[Number(key) - 1];
  if (chip) draft.chip = chip;
  else if (key in CIRCLES) {
    const circle = rules.circles.find(({ wager }) => wager === CIRCLES[key]);
    if (circle) draft.put(circle, terms);
  } else if (key === 'z') draft.takeBack();
  else if (key === 'x') draft.clear();
  else if (key === 'r') draft.rebet();
  else if (key === 'p') void room.place(draft.last);
  else if (key === 'enter' && !(event.target instanceof HTMLButtonElement)) {
    if (draft.checked && !draft.refusal) void room.place();
  } else return false;
  return true;
}

/** Handle a key press at the table. */
export function handleKey(room: Room, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
  const key = event.key.toLowerCase();
  const handled =
    room.now?.may.length ? handleDecision(room, key)
    : room.betting ? handleBet(room, key, event)
    : false;
  if (handled && !room.stage.ready) room.stage.hurry();
  if (handled) event.preventDefault();
  else if (key === 's') room.stage.hurry();
}
