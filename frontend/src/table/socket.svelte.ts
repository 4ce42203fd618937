/** A table's news as they happen, and orders to it. What is shown is what the server has told. */
import { get, newKey, Refused } from '../lib/api';
import type { Answer, RefusalMessage, Update } from '../lib/schema';
import { keepShown } from '../receipts/roundMemory';

type Message =
  | ({ type: 'update' } & Update)
  | { type: 'answer'; key: string; answer: Answer }
  | { type: 'refusal'; key: string; refusal: RefusalMessage };
type Order = { type: 'order'; key: string; command: object; version: number };
type Waiting = { order: Order; done: (answer: Answer) => void; refused: (no: Refused) => void };

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4_000;
/** Statuses that trying again does not change: no session, no such table. */
const FINAL = new Set([401, 404]);

export class TableSocket {
  /** The last update: the table as this viewer may know it. */
  now = $state.raw<Update | null>(null);
  connected = $state(false);
  /** Why the server ended it for good; empty while it is worth trying again. */
  ended = $state('');

  #socket: WebSocket | null = null;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no page reads it
  #waiting = new Map<string, Waiting>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no page reads it
  #hearers = new Set<(update: Update) => void>();

  constructor(readonly table: string) {
    this.#open();
  }

  /** Every update in its order, for what moves on the felt. */
  hear(hearer: (update: Update) => void): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  /** Send a command for the version on the screen; a lost connection sends it again, it happens once. */
  order(command: object, version = this.now?.version ?? 0): Promise<Answer> {
    const order: Order = { type: 'order', key: newKey(), command, version };
    return new Promise((done, refused) => {
      this.#waiting.set(order.key, { order, done, refused });
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
      for (const { order } of this.#waiting.values()) this.#send(order);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#take(JSON.parse(event.data) as Message);
    socket.onclose = (event) => this.#lost(event);
  }

  #send(order: Order): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(order));
  }

  #take(message: Message): void {
    if (message.type === 'update') {
      this.now = message;
      const { phase, round } = message.view;
      if (phase === 'betting') keepShown(message.table, round, message.commitment);
      const { meters } = message;
      if (meters) keepShown(`mystery ${meters.name}`, meters.number, meters.commitment);
      for (const hearer of this.#hearers) hearer(message);
      return;
    }
    const waiting = this.#waiting.get(message.key);
    if (!waiting) return;
    this.#waiting.delete(message.key);
    if (message.type === 'answer') waiting.done(message.answer);
    else waiting.refused(new Refused(message.refusal, 422));
  }

  #lost(event: CloseEvent): void {
    const opened = this.connected;
    this.connected = false;
    if (this.#closed) return;
    if (event.code === 1008) {
      this.ended = event.reason || 'session/none';
      return;
    }
    this.#timer = setTimeout(() => this.#open(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    if (!opened) void this.#ask();
  }

  /** A socket that never opened tells no reason; the house itself does, if it can be reached. */
  async #ask(): Promise<void> {
    try {
      await get(`/api/tables/${encodeURIComponent(this.table)}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!FINAL.has(error.status)) return;
      this.ended = error.told.code;
      clearTimeout(this.#timer);
    }
  }
}
