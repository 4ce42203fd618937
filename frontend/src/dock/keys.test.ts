// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { circle, rules, update } from '../../testing/fixtures';
import type { Room } from '../table/room.svelte';
import { Draft } from './draft.svelte';
import { actionKey, circleKeys, handleKey } from './keys';

const TERMS = { minimum: 500, maximum: 10_000, chips: 50_000 };

/** The parts of a room that keys use. */
function roomOf(may: string[] = [], fields: Partial<Record<'betting' | 'sending' | 'armed', boolean>> = {}) {
  const cloth = rules({ circles: [circle('ante'), circle('blind'), circle('trips')] });
  const room = {
    rules: cloth, terms: TERMS, now: update({ may }), betting: true, sending: false, armed: true, question: null,
    draft: new Draft(cloth, 'main', () => ({})), circleKeys: circleKeys(cloth.circles),
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

it('gives an action the key that its button shows', () => {
  expect(['4x', 'check', 'fold', '12x'].map(actionKey)).toEqual(['4', 'C', 'F', '']);
});

it('gives each circle a letter of its name, the base wagers first', () => {
  const wagers = ['trips', 'bad_beat', 'ultimate_pairs', 'progressive', 'ante', 'blind', 'play'];
  expect(circleKeys(wagers.map((wager) => circle(wager)))).toEqual({
    ante: 'A', blind: 'B', trips: 'T', bad_beat: 'D', ultimate_pairs: 'U', progressive: 'F',
  });
});

describe('while a decision is due', () => {
  it('takes the action, upper or lower case, and no bets', () => {
    const { room, keys } = roomOf(['4x', 'check']);
    const pressed = key('c');
    handleKey(keys, pressed);
    handleKey(keys, key('4'));
    handleKey(keys, key('a'));
    expect(room.act.mock.calls).toEqual([['check'], ['4x']]);
    expect(room.draft.total).toBe(0);
    expect(pressed.defaultPrevented).toBe(true);
  });

  it('takes no action before its cards have been seen for a moment', () => {
    const { room, keys } = roomOf(['fold', '1x'], { armed: false });
    for (const name of ['f', '1']) handleKey(keys, key(name));
    expect(room.act).not.toHaveBeenCalled();
  });

  it('answers the question about a fold, and takes nothing while leaving is asked about', () => {
    const { room, keys } = roomOf(['fold', '1x']);
    const asking = room as { question: unknown };
    asking.question = { kind: 'leave', forfeits: 0 };
    handleKey(keys, key('f'));
    expect(room.act).not.toHaveBeenCalled();
    handleKey(keys, key('Escape'));
    expect(asking.question).toBe(null);
    asking.question = { kind: 'fold', spot: '' };
    handleKey(keys, key('f'));
    expect(room.act.mock.calls).toEqual([['fold']]);
  });

  it('takes no action that is not open, and none twice', () => {
    const { room, keys } = roomOf(['check']);
    handleKey(keys, key('f'));
    room.sending = true;
    handleKey(keys, key('c'));
    expect(room.act).not.toHaveBeenCalled();
  });
});

describe('while bets are open', () => {
  it('chooses chips, puts them down and takes them back', () => {
    const { room, keys } = roomOf();
    for (const name of ['2', 'a', 't']) handleKey(keys, key(name));
    expect(room.draft.wagers).toEqual({ ante: 500, blind: 500, trips: 500 });
    handleKey(keys, key('z'));
    expect(room.draft.wagers).toEqual({ ante: 500, blind: 500 });
    handleKey(keys, key('x'));
    expect(room.draft.wagers).toEqual({});
  });

  it('places bets with Enter only once the table allows them', () => {
    const { room, keys } = roomOf();
    handleKey(keys, key('a'));
    handleKey(keys, key('Enter'));
    expect(room.place).not.toHaveBeenCalled();
    room.draft.checked = true;
    handleKey(keys, key('Enter'));
    expect(room.place).toHaveBeenCalledOnce();
  });

  it('repeats the last bets at once', () => {
    const { room, keys } = roomOf();
    room.draft.last = { ante: 700, blind: 700 };
    handleKey(keys, key('p'));
    expect(room.place).toHaveBeenCalledWith({ ante: 700, blind: 700 });
  });
});

describe('keys that are not for the table', () => {
  it.each([
    ['with Ctrl', { ctrlKey: true }],
    ['held down', { repeat: true }],
  ])('are ignored: %s', (_, fields) => {
    const { room, keys } = roomOf(['check']);
    handleKey(keys, key('c', fields));
    expect(room.act).not.toHaveBeenCalled();
  });

  it('are ignored in a text field, but not on a radio button', () => {
    const { room, keys } = roomOf(['check']);
    for (const [type, times] of [['text', 0], ['radio', 1]] as const) {
      const input = Object.assign(document.createElement('input'), { type });
      document.body.append(input);
      input.addEventListener('keydown', (event) => handleKey(keys, event));
      input.dispatchEvent(key('c'));
      expect(room.act).toHaveBeenCalledTimes(times);
    }
  });
});

it('skips the animation with S, or with any key that had an effect', () => {
  const { room, keys } = roomOf([], { betting: false });
  handleKey(keys, key('s'));
  expect(room.stage.hurry).toHaveBeenCalledTimes(1);
  const betting = roomOf();
  betting.room.stage.ready = false;
  handleKey(betting.keys, key('a'));
  expect(betting.room.stage.hurry).toHaveBeenCalledTimes(1);
});
