/** One browser at one table: its socket, what it shows, and what it asks. */
import { get, post, Refused, remove } from '../lib/api';
import type { AddChips, Join, SeatView, Sit, TableRules, Update } from '../lib/schema';
import { session } from '../lib/session.svelte';
import { TableSocket } from './socket.svelte';
import { Draft, type Terms, type Wagers } from '../dock/draft.svelte';
import { Stage } from '../stage/stage.svelte';

/** How many minimum bets one sits down with. */
const ANTES = 40;

export class Room {
  readonly socket: TableSocket;
  readonly stage: Stage;
  readonly draft: Draft;
  /** What the table last said no to, in its own words. */
  no = $state('');
  /** The floor's clock less this browser's, in milliseconds. */
  ahead = $state(0);
  sending = $state(false);

  constructor(
    readonly name: string,
    readonly rules: TableRules,
    readonly me: string,
  ) {
    this.stage = new Stage(rules, me);
    this.draft = new Draft(rules, name, (wagers) => ({ type: 'Wager', player: me, wagers }));
    this.socket = new TableSocket(name);
    this.socket.hear((update) => this.#hear(update));
  }

  static async enter(name: string): Promise<Room> {
    const me = await session.somebody();
    const rules = await get<TableRules>(`/api/tables/${encodeURIComponent(name)}/cloth`);
    return new Room(name, rules, me.name);
  }

  get now(): Update | null {
    return this.socket.now;
  }

  get seat(): SeatView | null {
    return this.now?.view.seats.find((seat) => seat?.player === this.me && !seat.away) ?? null;
  }

  /** The seat that is held for one who went away, and until when; null where none is. */
  get held(): { seat: number; until: number } | null {
    const seat = this.now?.view.seats.find((taken) => taken?.player === this.me && taken.away);
    return seat ? { seat: seat.seat, until: this.now?.held[String(seat.seat)] ?? 0 } : null;
  }

  get atRail(): boolean {
    return this.now ? this.me in this.now.view.rail : false;
  }

  get banking(): boolean {
    return this.seat !== null && this.now?.view.bank.seat === this.seat.seat;
  }

  get offered(): boolean {
    return this.seat !== null && this.now?.view.bank.offered === this.seat.seat;
  }

  /** Whether chips may be put on one's circles now. */
  get betting(): boolean {
    const seat = this.seat;
    if (!seat || this.now?.view.phase !== 'betting' || this.banking) return false;
    return !Object.keys(seat.wagers).length;
  }

  /** When the time to bet began and how long it is; null where nobody counts. */
  get closing(): { since: number; lasts: number } | null {
    const [now, lasts] = [this.now, this.rules.times.betting];
    if (!now?.wagered || lasts === null || now.view.phase !== 'betting') return null;
    const banked = this.rules.bank === 'house' || now.view.bank.seat > 0;
    const waiting = now.view.seats.some(
      (seat) => seat && !seat.away && !seat.disconnected && !seat.leaving
        && !Object.keys(seat.wagers).length && seat.seat !== now.view.bank.seat,
    );
    return banked && waiting ? { since: now.wagered, lasts } : null;
  }

  get terms(): Terms {
    const [seat, view] = [this.seat, this.now?.view];
    return {
      minimum: seat?.minimum ?? view?.minimum ?? 0,
      maximum: view?.maximum ?? 0,
      chips: seat?.chips ?? 0,
    };
  }

  /** What would be lost by leaving now: where the house says so, all that is not settled (PA-7). */
  get forfeits(): number {
    const [seat, phase] = [this.seat, this.now?.view.phase];
    if (!this.rules.leaving_forfeits || !seat || phase === 'betting') return 0;
    const staked = Object.values(seat.wagers).reduce((sum, stake) => sum + stake, seat.play);
    return this.stage.money.rows
      .filter((row) => row.seat === seat.seat && !row.backer)
      .reduce((sum, row) => sum - row.stake, staked);
  }

  /** A lower minimum that this player keeps though the table's has been raised (CR-9). */
  get kept(): number | null {
    const [seat, view] = [this.seat, this.now?.view];
    return seat && view && seat.minimum < view.minimum ? seat.minimum : null;
  }

  get buyIn(): number {
    return ANTES * (this.now?.view.minimum ?? 500);
  }

  /** Ask something of the table; a no is shown, and nothing else happens. */
  async order(command: object): Promise<boolean> {
    this.stage.hurry();
    this.no = '';
    this.sending = true;
    try {
      await this.socket.order(command);
      return true;
    } catch (error) {
      this.#refused(error);
      return false;
    } finally {
      this.sending = false;
    }
  }

  async act(action: string): Promise<void> {
    await this.order({ type: 'Act', player: this.me, action });
  }

  async place(wagers: Wagers = this.draft.wagers): Promise<void> {
    if (Object.keys(wagers).length) await this.order({ type: 'Wager', player: this.me, wagers });
  }

  async takeBets(): Promise<void> {
    const before = { ...(this.seat?.wagers ?? {}) };
    const done = await this.order({ type: 'Wager', player: this.me, wagers: {} });
    if (done) {
      this.draft.last = before;
      this.draft.rebet();
    }
  }

  /** Sit down, or stand at the rail, with chips from the cage. */
  async sit(seat: number): Promise<void> {
    await this.#bring({ type: 'Sit', player: this.me, seat, chips: this.buyIn });
  }

  async join(): Promise<void> {
    await this.#bring({ type: 'Join', player: this.me, chips: this.buyIn });
  }

  async addChips(): Promise<void> {
    await this.#bring({ type: 'AddChips', player: this.me, chips: this.buyIn });
  }

  async leave(): Promise<boolean> {
    const done = await this.order({ type: 'Leave', player: this.me });
    void session.look();
    return done;
  }

  async bots(count: number): Promise<void> {
    const path = `/api/tables/${encodeURIComponent(this.name)}/bots`;
    try {
      if (count) await post(path, { count });
      else await remove(path);
    } catch (error) {
      this.#refused(error);
    }
  }

  close(): void {
    this.socket.close();
    this.stage.close();
  }

  async #bring(command: Sit | Join | AddChips): Promise<void> {
    try {
      await session.fund(command.chips);
    } catch (error) {
      this.#refused(error);
      return;
    }
    await this.order(command);
    void session.look();
  }

  #hear(update: Update): void {
    this.ahead = update.at - Date.now();
    for (const event of update.events) {
      const mine = event.type === 'WagersPlaced' && event.player === this.me;
      if (mine && Object.keys(event.wagers).length) this.draft.placed(event.wagers);
    }
    this.stage.take(update);
  }

  #refused(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    const { sentence, clause } = error.told;
    this.no = `${sentence[0]?.toUpperCase() ?? ''}${sentence.slice(1)}.${clause ? ` (${clause})` : ''}`;
  }
}
