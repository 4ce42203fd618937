/** The floor as it is told: a report that follows the feed, and what is ordered from here. */
import { get, newKey, post, Refused } from '../lib/api';
import type { Answer, FeedItem, FloorReport } from '../lib/schema';
import { session } from '../lib/session.svelte';

const MOST_NEWS = 100;
const PAUSE = 250;
const LOOK_AGAIN = 4_000;
const RECONNECT = 2_000;

export class FloorWatch {
  report = $state.raw<FloorReport | null>(null);
  news = $state.raw<FeedItem[]>([]);
  live = $state(false);
  trouble = $state('');

  #socket: WebSocket | null = null;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setInterval>;
  #closed = false;

  constructor() {
    this.#again = setInterval(() => void this.look(), LOOK_AGAIN);
    this.#open();
    void this.look();
  }

  async look(): Promise<void> {
    try {
      this.report = await get<FloorReport>('/api/floor');
      this.trouble = '';
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
      if (error.status === 403 || error.status === 401) this.close();
    }
  }

  /** Order something of a table in one's own name; the sentence of a refusal is for the asker. */
  async order(table: string, command: object, version = 0): Promise<Answer> {
    const answer = await post<Answer>(`/api/tables/${encodeURIComponent(table)}/orders`, {
      key: newKey(),
      command,
      version,
    });
    await this.look();
    return answer;
  }

  get me(): string {
    return session.me?.name ?? '';
  }

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/floor`);
    this.#socket = socket;
    socket.onopen = () => {
      this.live = true;
      this.news = [];
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.news = [JSON.parse(event.data) as FeedItem, ...this.news].slice(0, MOST_NEWS);
      clearTimeout(this.#soon);
      this.#soon = setTimeout(() => void this.look(), PAUSE);
    };
    socket.onclose = (event) => {
      this.live = false;
      if (!this.#closed && event.code !== 1008) setTimeout(() => this.#closed || this.#open(), RECONNECT);
    };
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#again);
    clearTimeout(this.#soon);
    this.#socket?.close();
  }
}

/** A refusal as a sentence of its own. */
export function sentence(text: string): string {
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.` : '';
}

/** What came of something that was asked: its sentence, whether it went well or not. */
export class Outcome {
  text = $state('');
  good = $state(true);
  busy = $state(false);

  async of(work: () => Promise<string>): Promise<void> {
    this.busy = true;
    try {
      [this.text, this.good] = [await work(), true];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      [this.text, this.good] = [sentence(error.message), false];
    } finally {
      this.busy = false;
    }
  }
}
