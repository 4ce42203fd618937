// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { circle, rules, update } from '../lib/fixtures';
import { Draft } from './draft.svelte';
import { keyOf, press } from './keys';
import type { Room } from '../table/room.svelte';

const TERMS = { minimum: 500, maximum: 10_000, chips: 50_000 };

/** As much of a room as keys reach. */
function roomOf(may: string[] = [], fields: Partial<Record<'betting' | 'sending', boolean>> = {}) {
  const cloth = rules({ circles: [circle('ante'), circle('trips')] });
  const room = {
    rules: cloth, terms: TERMS, now: update({ may }), betting: true, sending: false,
    draft: new Draft(cloth, 'main', () => ({})),
    stage: { ready: true, hurry: vi.fn() },
    act: vi.fn(() => Promise.resolve()),
    place: vi.fn(() => Promise.resolve()),
    ...fields,
  };
  return { room, keys: room as unknown as Room };
}

function key(name: string, fields: KeyboardEventInit = {}): KeyboardEvent {
  return new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...fields });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives a choice the key that its button shows', () => {
  expect(['4x', 'check', 'fold', '12x'].map(keyOf)).toEqual(['4', 'C', 'F', '']);
});

describe('while a decision is asked for', () => {
  it('takes the choice, upper or lower case, and no bets', () => {
    const { room, keys } = roomOf(['4x', 'check']);
    const pressed = key('c');
    press(keys, pressed);
    press(keys, key('4'));
    press(keys, key('a'));
    expect(room.act.mock.calls).toEqual([['check'], ['4x']]);
    expect(room.draft.total).toBe(0);
    expect(pressed.defaultPrevented).toBe(true);
  });

  it('takes none that is not open, and none twice', () => {
    const { room, keys } = roomOf(['check']);
    press(keys, key('f'));
    room.sending = true;
    press(keys, key('c'));
    expect(room.act).not.toHaveBeenCalled();
  });
});

describe('while bets are open', () => {
  it('chooses chips, puts them down and takes them back', () => {
    const { room, keys } = roomOf();
    for (const name of ['2', 'a', 't']) press(keys, key(name));
    expect(room.draft.wagers).toEqual({ ante: 500, blind: 500, trips: 500 });
    press(keys, key('z'));
    expect(room.draft.wagers).toEqual({ ante: 500, blind: 500 });
    press(keys, key('x'));
    expect(room.draft.wagers).toEqual({});
  });

  it('places bets with Enter only once the table has nothing against them', () => {
    const { room, keys } = roomOf();
    press(keys, key('a'));
    press(keys, key('Enter'));
    expect(room.place).not.toHaveBeenCalled();
    room.draft.sure = true;
    press(keys, key('Enter'));
    expect(room.place).toHaveBeenCalledOnce();
  });

  it('repeats the last bets at once', () => {
    const { room, keys } = roomOf();
    room.draft.last = { ante: 700, blind: 700 };
    press(keys, key('p'));
    expect(room.place).toHaveBeenCalledWith({ ante: 700, blind: 700 });
  });
});

describe('keys that are not for the table', () => {
  it.each([
    ['with Ctrl', { ctrlKey: true }],
    ['held down', { repeat: true }],
  ])('are left alone: %s', (_, fields) => {
    const { room, keys } = roomOf(['check']);
    press(keys, key('c', fields));
    expect(room.act).not.toHaveBeenCalled();
  });

  it('are left alone in a field of text, but not on a radio button', () => {
    const { room, keys } = roomOf(['check']);
    for (const [type, times] of [['text', 0], ['radio', 1]] as const) {
      const input = Object.assign(document.createElement('input'), { type });
      document.body.append(input);
      input.addEventListener('keydown', (event) => press(keys, event));
      input.dispatchEvent(key('c'));
      expect(room.act).toHaveBeenCalledTimes(times);
    }
  });
});

it('skips what is still to be shown with S, or with any key that did something', () => {
  const { room, keys } = roomOf([], { betting: false });
  press(keys, key('s'));
  expect(room.stage.hurry).toHaveBeenCalledTimes(1);
  const betting = roomOf();
  betting.room.stage.ready = false;
  press(betting.keys, key('a'));
  expect(betting.room.stage.hurry).toHaveBeenCalledTimes(1);
});
