/** The connection to a table: updates as they happen, and commands sent to it. */
import { get, newKey, RefusalError, tablePath } from '../lib/api';
import type { Answer, RefusalMessage, Update } from '../lib/schema';
import { rememberCommitment } from '../receipts/roundMemory';

type Message =
  | ({ type: 'update' } & Update)
  | { type: 'answer'; key: string; answer: Answer }
  | { type: 'refusal'; key: string; refusal: RefusalMessage };
type Order = { type: 'order'; key: string; command: object; version: number };
type Pending = { order: Order; done: (answer: Answer) => void; refused: (error: RefusalError) => void };

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4_000;
/** Statuses that a retry does not change: no session, no such table. */
const FINAL = new Set([401, 404]);

export class TableSocket {
  /** The last update: the table as this viewer may see it. */
  now = $state.raw<Update | null>(null);
  connected = $state(false);
  /** Why the server closed the connection for good; empty while it is retried. */
  ended = $state('');

  #socket: WebSocket | null = null;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no page reads it
  #pending = new Map<string, Pending>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no page reads it
  #listeners = new Set<(update: Update) => void>();

  constructor(readonly table: string) {
    this.#open();
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
      this.#pending.set(order.key, { order, done, refused });
      this.#send(order);
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.table)}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.connected = true;
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
    if (message.type === 'answer') pending.done(message.answer);
    else pending.refused(new RefusalError(message.refusal, 422));
  }

  #reconnect(event: CloseEvent): void {
    const opened = this.connected;
    this.connected = false;
    if (this.#closed) return;
    if (event.code === 1008) {
      this.ended = event.reason || 'session/none';
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
      clearTimeout(this.#timer);
    }
  }
}
