/** The floor console's live data: the feed, and a report that is refreshed with it. */
import { sentence } from '../format/sentences';
import { get, newKey, post, RefusalError, tablePath } from '../lib/api';
import { every } from '../lib/every';
import type { Answer, FeedItem, FloorReport } from '../lib/schema';
import { nameTables } from '../lib/tableNames.svelte';

const MOST_ITEMS = 100;
const REFRESH_AFTER_ITEM = 250;
const REFRESH_EVERY = 4_000;
const RECONNECT_AFTER = 2_000;

export class FloorWatch {
  report = $state.raw<FloorReport | null>(null);
  feed = $state.raw<FeedItem[]>([]);
  live = $state(false);
  error = $state('');

  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  readonly #stop = every(REFRESH_EVERY, () => void this.refresh());

  constructor() {
    this.#open();
  }

  async refresh(): Promise<void> {
    try {
      this.report = await get<FloorReport>('/api/floor');
      nameTables(this.report.tables.map((table) => table.summary));
      this.error = '';
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      this.error = sentence(error.message);
      if (error.status === 403 || error.status === 401) this.close();
    }
  }

  /** Send a command to a table; throws if it is refused. */
  async order(table: string, command: object, version = 0): Promise<Answer> {
    const answer = await post<Answer>(tablePath(table, '/orders'), {
      key: newKey(),
      command,
      version,
    });
    await this.refresh();
    return answer;
  }

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/floor`);
    this.#socket = socket;
    socket.onopen = () => {
      this.live = true;
      this.feed = [];
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.feed = [JSON.parse(event.data) as FeedItem, ...this.feed].slice(0, MOST_ITEMS);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.refresh(), REFRESH_AFTER_ITEM);
    };
    socket.onclose = (event) => {
      this.live = false;
      if (!this.#closed && event.code !== 1008) setTimeout(() => this.#closed || this.#open(), RECONNECT_AFTER);
    };
  }

  close(): void {
    this.#closed = true;
    this.#stop();
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}
