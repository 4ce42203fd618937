/** The connection to a table: updates as they happen, and commands sent to it. */
import { get, newKey, RefusalError, tablePath } from '../lib/api';
import type { Answer, RefusalMessage, Update } from '../lib/schema';
import { rememberCommitment } from '../receipts/roundMemory';

type Message =
  | ({ type: 'update' } & Update)
  | { type: 'answer'; key: string; answer: Answer }
  | { type: 'refusal'; key: string; refusal: RefusalMessage }
  | { type: 'pong' };
type Order = { type: 'order'; key: string; command: object; version: number };
type Pending = { order: Order; sent: number; done: (answer: Answer) => void; refused: (error: RefusalError) => void };

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4_000;
/** A quiet connection is asked for a sign of life; all in milliseconds. */
const ASK_AFTER = 2_000;
const DEAD_AFTER = 4_000;
const LATE_AFTER = 2_000;
const BEAT = 500;
const PING = JSON.stringify({ type: 'ping' });
/** Statuses that a retry does not change: no session, no such table. */
const FINAL = new Set([401, 404]);

export class TableSocket {
  /** The last update: the table as this viewer may see it. */
  now = $state.raw<Update | null>(null);
  connected = $state(false);
  /** Whether an order has waited too long for its answer. */
  late = $state(false);
  /** Why the server closed the connection for good; empty while it is retried. */
  ended = $state('');

  #socket: WebSocket | null = null;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #heard = 0;
  #asked = 0;
  readonly #beat: ReturnType<typeof setInterval>;
  readonly #goneOffline = () => this.#lose();
  readonly #backOnline = () => this.#retryNow();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no page reads it
  #pending = new Map<string, Pending>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no page reads it
  #listeners = new Set<(update: Update) => void>();

  constructor(readonly table: string) {
    this.#open();
    this.#beat = setInterval(() => this.#checkLine(), BEAT);
    addEventListener('offline', this.#goneOffline);
    addEventListener('online', this.#backOnline);
  }

  /** Call the listener with every update, in order; returns how to stop. */
  listen(listener: (update: Update) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Send a command for the version on the screen. After a reconnect it is sent again, and carried out once. */
  order(command: object, version = this.now?.version ?? 0): Promise<Answer> {
    const order: Order = { type: 'order', key: newKey(), command, version };
    return new Promise((done, refused) => {
      this.#pending.set(order.key, { order, sent: Date.now(), done, refused });
      this.#send(order);
    });
  }

  /** Try to connect now, without waiting for the next try. */
  retry(): void {
    this.#retryNow();
  }

  close(): void {
    this.#closed = true;
    this.#stop();
    this.#socket?.close();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    removeEventListener('offline', this.#goneOffline);
    removeEventListener('online', this.#backOnline);
  }

  /** Notice a dead connection that was never closed, and an order without an answer. */
  #checkLine(): void {
    const now = Date.now();
    this.late = [...this.#pending.values()].some(({ sent }) => now - sent >= LATE_AFTER);
    if (!this.connected || document.hidden) return;
    const quiet = now - Math.max(this.#heard, this.#asked);
    if (this.#asked > this.#heard && now - this.#asked >= DEAD_AFTER - ASK_AFTER) this.#lose();
    else if (quiet >= ASK_AFTER) {
      this.#asked = now;
      this.#socket?.send(PING);
    }
  }

  /** Give up a connection that no longer works, and try another. */
  #lose(): void {
    const socket = this.#socket;
    if (!socket || !this.connected) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#reconnect({ code: 1006, reason: '' });
  }

  /** The browser says that it is online again: do not wait for the next try. */
  #retryNow(): void {
    if (this.connected || this.#closed || this.ended) return;
    this.#pause = FIRST_PAUSE;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), 0);
  }

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.table)}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.connected = true;
      this.#heard = Date.now();
      this.#asked = 0;
      this.#pause = FIRST_PAUSE;
      for (const { order } of this.#pending.values()) this.#send(order);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#receive(JSON.parse(event.data) as Message);
    socket.onclose = (event) => this.#reconnect(event);
  }

  #send(order: Order): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(order));
  }

  #receive(message: Message): void {
    this.#heard = Date.now();
    if (message.type === 'pong') return;
    if (message.type === 'update') {
      this.now = message;
      const { phase, round } = message.view;
      if (phase === 'betting') rememberCommitment(message.table, round, message.commitment);
      const { meters } = message;
      if (meters) rememberCommitment(`mystery ${meters.name}`, meters.number, meters.commitment);
      for (const listener of this.#listeners) listener(message);
      return;
    }
    const pending = this.#pending.get(message.key);
    if (!pending) return;
    this.#pending.delete(message.key);
    this.late = false;
    if (message.type === 'answer') pending.done(message.answer);
    else pending.refused(new RefusalError(message.refusal, 422));
  }

  #reconnect(event: Pick<CloseEvent, 'code' | 'reason'>): void {
    const opened = this.connected;
    this.connected = false;
    if (this.#closed) return;
    if (event.code === 1008) {
      this.ended = event.reason || 'session/none';
      this.#stop();
      return;
    }
    this.#timer = setTimeout(() => this.#open(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    if (!opened) void this.#findReason();
  }

  /** A socket that never opened gives no reason; an HTTP request does. */
  async #findReason(): Promise<void> {
    try {
      await get(tablePath(this.table));
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      if (!FINAL.has(error.status)) return;
      this.ended = error.refusal.code;
      this.#stop();
    }
  }
}
