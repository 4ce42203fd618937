// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { RefusalError } from '../lib/api';
import { refusal, update, view } from '../../testing/fixtures';
import { jsonResponse } from '../../testing/responses';
import { seenCommitment } from '../receipts/roundMemory';
import { TableSocket } from './socket.svelte';

type Sent = { type: string; key: string; command: object; version: number };

/** A connection that a test controls. */
class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Sent[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: ((event: { code: number; reason: string }) => void) | null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(code = 1006, reason = ''): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}

const last = () => FakeSocket.all.at(-1) as FakeSocket;

const opened: TableSocket[] = [];

function connected(): TableSocket {
  const socket = new TableSocket('main');
  opened.push(socket);
  last().open();
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', () => Promise.resolve(jsonResponse(update())));
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
  vi.useRealTimers();
});

it('carries the name of its table in its address', () => {
  expect(new TableSocket('a b').connected).toBe(false);
  expect(last().address).toMatch(/^ws:.*\/ws\/a%20b$/);
});

describe('updates', () => {
  it('are stored, and passed on in order until the listener is removed', () => {
    const socket = connected();
    const versions: number[] = [];
    const stop = socket.listen(({ version }) => versions.push(version));
    last().say(update({ version: 1 }));
    last().say(update({ version: 2 }));
    stop();
    last().say(update({ version: 3 }));
    expect(versions).toEqual([1, 2]);
    expect(socket.now?.version).toBe(3);
  });

  it('store a commitment only while bets are open', () => {
    connected();
    last().say(update({ table: 'sealed', commitment: 'late', view: view({ phase: 'flop', round: 4 }) }));
    last().say(update({ table: 'sealed', commitment: 'early', view: view({ round: 5 }) }));
    expect([seenCommitment('sealed', 4), seenCommitment('sealed', 5)]).toEqual(['', 'early']);
  });
});

describe('an order', () => {
  it('names the version on the screen, and ends with the answer to its key', async () => {
    const socket = connected();
    last().say(update({ version: 7 }));
    const [first, second] = [socket.order({ type: 'Act' }), socket.order({ type: 'Leave' })];
    const [one, other] = last().sent as [Sent, Sent];
    expect([one.version, one.command]).toEqual([7, { type: 'Act' }]);
    last().say({ type: 'refusal', key: other.key, refusal: refusal('seat/none') });
    last().say({ type: 'answer', key: one.key, answer: { of: 'Act', table: 'main', version: 8 } });
    await expect(first).resolves.toMatchObject({ version: 8 });
    const thrown: unknown = await second.catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(RefusalError);
    expect((thrown as RefusalError).refusal.code).toBe('seat/none');
  });

  it('is sent again with its key after a lost connection, until it is answered', async () => {
    const socket = connected();
    const done = socket.order({ type: 'Act' });
    const key = last().sent[0]?.key;
    last().close();
    expect(socket.connected).toBe(false);
    vi.advanceTimersByTime(250);
    last().open();
    expect(last().sent.map((sent) => sent.key)).toEqual([key]);
    last().say({ type: 'answer', key, answer: { of: 'Act', table: 'main', version: 1 } });
    await done;
    last().close();
    vi.advanceTimersByTime(250);
    last().open();
    expect(last().sent).toEqual([]);
  });
});

describe('a lost connection', () => {
  it('is retried after longer and longer pauses, up to four seconds', () => {
    connected();
    const pauses: number[] = [];
    for (let tries = 0; tries < 7; tries++) {
      const before = FakeSocket.all.length;
      last().close();
      let waited = 0;
      while (FakeSocket.all.length === before) {
        vi.advanceTimersByTime(50);
        waited += 50;
      }
      pauses.push(waited);
    }
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  it('is final if the server says so, or the page closed it', () => {
    const refused = connected();
    last().close(1008, 'session/ended');
    expect(refused.ended).toBe('session/ended');
    const left = connected();
    left.close();
    last().close();
    vi.runAllTimers();
    expect(FakeSocket.all).toHaveLength(2);
  });

  it.each([
    [404, 'table/none', 'table/none'],
    [503, 'service/busy', ''],
  ])('asks the server why it never opened: %i', async (status, code, ended) => {
    vi.stubGlobal('fetch', () => Promise.resolve(jsonResponse(refusal(code), status)));
    const socket = new TableSocket('main');
    last().close();
    await vi.advanceTimersByTimeAsync(300);
    expect(socket.ended).toBe(ended);
    expect(FakeSocket.all).toHaveLength(ended ? 1 : 2);
  });
});

describe('a connection that is dead but not closed', () => {
  it('is asked for a sign of life when it is quiet, and replaced within five seconds without one', () => {
    const socket = connected();
    const first = last();
    vi.advanceTimersByTime(2_000);
    expect(first.sent).toEqual([{ type: 'ping' }]);
    first.say({ type: 'pong' });
    vi.advanceTimersByTime(1_500);
    expect(socket.connected).toBe(true);
    vi.advanceTimersByTime(2_500);
    expect(socket.connected).toBe(false);
    vi.advanceTimersByTime(250);
    last().open();
    expect([FakeSocket.all.length, socket.connected]).toEqual([2, true]);
    socket.close();
  });

  it('is lost at once when the browser is offline, and tried at once when it is back', () => {
    const socket = connected();
    dispatchEvent(new Event('offline'));
    expect(socket.connected).toBe(false);
    dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(0);
    last().open();
    expect([FakeSocket.all.length, socket.connected]).toEqual([2, true]);
    socket.close();
  });

  it('says so when an order is not answered within two seconds', () => {
    const socket = connected();
    void socket.order({ type: 'Act' });
    vi.advanceTimersByTime(1_500);
    expect(socket.late).toBe(false);
    vi.advanceTimersByTime(500);
    expect(socket.late).toBe(true);
    last().say({ type: 'answer', key: last().sent[0]?.key, answer: { version: 2 } });
    expect(socket.late).toBe(false);
    socket.close();
  });
});
