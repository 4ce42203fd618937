/** One player at one table: the connection, what is shown, and the commands they send. */
import { Draft, type Terms, type Wagers } from '../dock/draft.svelte';
import { circleKeys } from '../dock/keys';
import { tryCommand } from '../dock/trial.svelte';
import { refusalText } from '../format/sentences';
import { get, post, RefusalError, remove, tablePath } from '../lib/api';
import type { AddChips, Join, SeatView, Sit, TableRules, Update } from '../lib/schema';
import { BUY_IN, session } from '../lib/session.svelte';
import { Stage } from '../stage/stage.svelte';
import { TableSocket } from './socket.svelte';

export class Room {
  readonly socket: TableSocket;
  readonly stage: Stage;
  readonly draft: Draft;
  /** The key that puts a chip on each circle. */
  readonly circleKeys: Record<string, string>;
  /** Why the last command was refused. */
  refusal = $state('');
  /** How far the server's clock is ahead of this browser's, in milliseconds. */
  clockOffset = $state(0);
  sending = $state(false);

  constructor(
    readonly name: string,
    readonly rules: TableRules,
    readonly me: string,
  ) {
    this.stage = new Stage(rules, me);
    this.draft = new Draft(rules, name, (wagers) => ({ type: 'Wager', player: me, wagers }));
    this.circleKeys = circleKeys(rules.circles);
    this.socket = new TableSocket(name);
    this.socket.listen((update) => this.#receive(update));
  }

  static async enter(name: string): Promise<Room> {
    const me = await session.ensurePlayer();
    const rules = await get<TableRules>(tablePath(name, '/cloth'));
    return new Room(name, rules, me.name);
  }

  get now(): Update | null {
    return this.socket.now;
  }

  get seat(): SeatView | null {
    return this.now?.view.seats.find((seat) => seat?.player === this.me && !seat.away) ?? null;
  }

  /** The seat that is held for the player while they are away, and until when. */
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

  /** Whether the player may place bets now. */
  get betting(): boolean {
    const seat = this.seat;
    if (!seat || this.now?.view.phase !== 'betting' || this.banking) return false;
    return !Object.keys(seat.wagers).length;
  }

  /** When the time to bet began and how long it is; null if it is not limited now. */
  get closing(): { since: number; duration: number } | null {
    const [now, duration] = [this.now, this.rules.times.betting];
    if (!now?.wagered || duration === null || now.view.phase !== 'betting') return null;
    const banked = this.rules.bank === 'house' || now.view.bank.seat > 0;
    const waiting = now.view.seats.some(
      (seat) => seat && !seat.away && !seat.disconnected && !seat.leaving
        && !Object.keys(seat.wagers).length && seat.seat !== now.view.bank.seat,
    );
    return banked && waiting ? { since: now.wagered, duration } : null;
  }

  get terms(): Terms {
    const [seat, view] = [this.seat, this.now?.view];
    return {
      minimum: seat?.minimum ?? view?.minimum ?? 0,
      maximum: view?.maximum ?? 0,
      chips: seat?.chips ?? 0,
    };
  }

  /** What leaving now would cost (PA-7). */
  async forfeits(): Promise<number> {
    if (!this.seat) return 0;
    return (await tryCommand(this.name, { type: 'Leave', player: this.me })).forfeits;
  }

  /** The player's own minimum if it is lower than the table's, which has been raised (CR-9). */
  get ownMinimum(): number | null {
    const [seat, view] = [this.seat, this.now?.view];
    return seat && view && seat.minimum < view.minimum ? seat.minimum : null;
  }

  get buyIn(): number {
    return BUY_IN * (this.now?.view.minimum ?? 500);
  }

  /** Send a command to the table; returns whether it was accepted, and shows why if it was not. */
  async order(command: object): Promise<boolean> {
    this.stage.hurry();
    this.refusal = '';
    this.sending = true;
    try {
      await this.socket.order(command);
      return true;
    } catch (error) {
      this.#showRefusal(error);
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

  async sit(seat: number): Promise<void> {
    await this.#buyIn({ type: 'Sit', player: this.me, seat, chips: this.buyIn });
  }

  async join(): Promise<void> {
    await this.#buyIn({ type: 'Join', player: this.me, chips: this.buyIn });
  }

  async addChips(): Promise<void> {
    await this.#buyIn({ type: 'AddChips', player: this.me, chips: this.buyIn });
  }

  async leave(): Promise<boolean> {
    const done = await this.order({ type: 'Leave', player: this.me });
    void session.refresh();
    return done;
  }

  async bots(count: number): Promise<void> {
    const path = tablePath(this.name, '/bots');
    try {
      if (count) await post(path, { count });
      else await remove(path);
    } catch (error) {
      this.#showRefusal(error);
    }
  }

  close(): void {
    this.socket.close();
    this.stage.close();
  }

  /** Send a command that brings chips from the cage. */
  async #buyIn(command: Sit | Join | AddChips): Promise<void> {
    try {
      await session.fund(command.chips);
    } catch (error) {
      this.#showRefusal(error);
      return;
    }
    await this.order(command);
    void session.refresh();
  }

  #receive(update: Update): void {
    this.clockOffset = update.at - Date.now();
    for (const event of update.events) {
      const mine = event.type === 'WagersPlaced' && event.player === this.me;
      if (mine && Object.keys(event.wagers).length) this.draft.placed(event.wagers);
    }
    this.stage.take(update);
  }

  #showRefusal(error: unknown): void {
    if (!(error instanceof RefusalError)) throw error;
    this.refusal = refusalText(error.refusal);
  }
}
