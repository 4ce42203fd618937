/** The keys of the table; every one is also a button that shows it. */
import type { Room } from '../table/room.svelte';

const CIRCLES: Record<string, string> = {
  a: 'ante', b: 'ante', t: 'trips', d: 'bad_beat', u: 'ultimate_pairs', g: 'progressive',
};

function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'radio' && target.type !== 'checkbox';
  return target.matches('textarea, select, dialog *, [contenteditable]');
}

/** A choice's key: the multiple of a Play bet where it is one digit, else the first letter. */
export function keyOf(action: string): string {
  return /^\d\d/.test(action) ? '' : (action[0] ?? '').toUpperCase();
}

function acts(room: Room, key: string): boolean {
  const found = room.now?.may.find((action) => keyOf(action) === key.toUpperCase());
  if (!found || room.sending) return false;
  void room.act(found);
  return true;
}

function bets(room: Room, key: string, event: KeyboardEvent): boolean {
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
    if (draft.sure && !draft.refusal) void room.place();
  } else return false;
  return true;
}

export function press(room: Room, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return;
  const key = event.key.toLowerCase();
  const done =
    room.now?.may.length ? acts(room, key)
    : room.betting ? bets(room, key, event)
    : false;
  if (done && !room.stage.ready) room.stage.hurry();
  if (done) event.preventDefault();
  else if (key === 's') room.stage.hurry();
}
