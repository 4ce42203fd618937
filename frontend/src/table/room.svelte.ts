/** One player at one table: the connection, what is shown, and the commands they send. */
import { Coach } from '../coach/coach.svelte';
import { Arming } from '../dock/arming.svelte';
import { BankDraft } from '../dock/bankDraft.svelte';
import { Draft, type Terms, type Wagers } from '../dock/draft.svelte';
import { circleKeys } from '../dock/keys';
import { tryCommand } from '../dock/trial.svelte';
import { handWords } from '../format/ownHand';
import { isMadeHand } from '../format/pokerHand';
import { refusalText } from '../format/sentences';
import { get, newKey, post, RefusalError, remove, tablePath } from '../lib/api';
import type { AddChips, Join, SeatView, Sit, TableRules, Update } from '../lib/schema';
import { total } from '../lib/money';
import { BUY_IN, session } from '../lib/session.svelte';
import { settings } from '../lib/settings.svelte';
import { Stage } from '../stage/stage.svelte';
import { TableSocket } from './socket.svelte';

/** What the table asks before it carries something out. */
export type Question = { kind: 'fold'; spot: string } | { kind: 'leave'; forfeits: number };
/** A fold that costs more than this many antes is asked about. */
const DEAR = 0.5;

export class Room {
  readonly socket: TableSocket;
  readonly coach: Coach;
  readonly arming = new Arming();
  readonly stage: Stage;
  readonly draft: Draft;
  readonly bank: BankDraft;
  /** The key that puts a chip on each circle. */
  readonly circleKeys: Record<string, string>;
  /** Why the last command was refused. */
  refusal = $state('');
  /** How far the server's clock is ahead of this browser's, in milliseconds. */
  clockOffset = $state(0);
  sending = $state(false);
  question = $state.raw<Question | null>(null);
  /** Whether the player leaves as soon as the hand is over. */
  leavingAfter = $state(false);
  /** How many minimum bets the player sits down with. */
  buyIns = $state(BUY_IN);
  /** The round in which folding was asked about; it is asked once. */
  #askedFold = 0;

  constructor(
    readonly name: string,
    readonly rules: TableRules,
    readonly me: string,
  ) {
    this.stage = new Stage(rules, me);
    this.coach = new Coach(name, me);
    this.draft = new Draft(rules, name, (wagers) => ({ type: 'Wager', player: me, wagers }));
    this.bank = new BankDraft(name, me);
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

  /** Whether the bank is offered to the player, and the last round has been shown. */
  get offered(): boolean {
    return this.#asked && this.stage.ready;
  }

  get #asked(): boolean {
    return this.seat !== null && this.now?.view.bank.offered === this.seat.seat;
  }

  /** Whether the last round is still being shown though the table waits for the player's bets or bank. */
  get behind(): boolean {
    return !this.stage.ready && (this.betting || this.#asked);
  }

  /** Whether the round on the felt was banked by the player. */
  get banked(): boolean {
    return this.stage.banker > 0 && this.stage.banker === this.seat?.seat;
  }

  /** Whether the player may place bets now. */
  get betting(): boolean {
    const seat = this.seat;
    if (!seat || this.now?.view.phase !== 'betting' || this.banking || this.#asked) return false;
    return !Object.keys(seat.wagers).length;
  }

  /** What the player's buttons are for now: a decision, or bets; empty if they have none. */
  get spot(): string {
    const view = this.now?.view;
    if (!view || !this.seat) return '';
    return this.now?.may.length || this.betting ? `${view.round} ${view.phase}` : '';
  }

  /** Whether the cards that the buttons are about are on the screen. */
  get shown(): boolean {
    const [seat, view] = [this.seat, this.now?.view];
    if (this.betting) return this.stage.ready;
    if (!seat || !view) return true;
    const open = (cards: readonly (string | null)[] | undefined) => cards?.filter((card) => card !== null).length ?? 0;
    return open(this.stage.board) >= view.board.length && open(this.stage.hands[seat.seat]?.cards) >= (seat.cards?.length ?? 0);
  }

  /** What the dock asks now; its buttons answer a moment after this changes. */
  get due(): string {
    const asks = this.question?.kind ?? (this.toApprove ? 'approval' : this.offered ? 'bank' : '');
    return asks ? `${this.now?.view.round} ${asks}` : this.spot;
  }

  /** Whether the player's buttons answer. */
  get armed(): boolean {
    return this.arming.isArmed(this.due);
  }

  /** The player's hand in words, as far as its cards are open. */
  get handName(): string {
    const [seat, view] = [this.seat, this.now?.view];
    return seat?.cards && view ? handWords(seat.cards, view.board).name : '';
  }

  /** The payout that waits for the player, the floor of their own practice table; 0 if none does. */
  get toApprove(): number {
    const waiting = this.rules.yours && this.now?.view.practice && this.now.view.waiting;
    return waiting && this.stage.view?.waiting ? waiting.amount : 0;
  }

  /** The player's wagers in the hand that is played; 0 between hands. */
  get atStake(): number {
    const [seat, view] = [this.seat, this.now?.view];
    if (!seat?.dealt || !view || view.phase === 'betting') return 0;
    return total(seat.wagers) + seat.play;
  }

  get terms(): Terms {
    const [seat, view] = [this.seat, this.now?.view];
    return {
      minimum: seat?.minimum ?? view?.minimum ?? 0,
      maximum: view?.maximum ?? 0,
      chips: seat?.chips ?? 0,
    };
  }

  /** The player's own minimum if it is lower than the table's, which has been raised (CR-9). */
  get ownMinimum(): number | null {
    const [seat, view] = [this.seat, this.now?.view];
    return seat && view && seat.minimum < view.minimum ? seat.minimum : null;
  }

  get buyIn(): number {
    return this.buyIns * (this.now?.view.minimum ?? 500);
  }

  /** Chips that bring the stack back to a buy-in, at least what the largest Play bet lacks. */
  get topUp(): number {
    const [short, least] = [this.shortForPlay, this.now?.view.minimum ?? 500];
    const wanted = Math.max(this.buyIn - (this.seat?.chips ?? 0), short ? short.needs - short.left : 0);
    return Math.max(Math.ceil(wanted / least) * least, 10 * least);
  }

  /** What the largest Play bet on these bets would cost, and the chips left for it; null if they suffice. */
  get shortForPlay(): { needs: number; left: number } | null {
    const [seat, wagers] = [this.seat, this.draft.wagers];
    const needs = Math.max(...this.rules.preflop, 0) * (wagers['ante'] ?? 0);
    const left = (seat?.chips ?? 0) - total(wagers);
    return seat && needs > left && left >= 0 ? { needs, left } : null;
  }

  /** Send a command to the table; returns whether it was accepted, and shows why if it was not. */
  order(command: object): Promise<boolean> {
    return this.#send(() => this.socket.order(command));
  }

  approve(amount: number): Promise<boolean> {
    const body = { amount, key: newKey(), version: this.now?.version ?? 0 };
    return this.#send(() => post(tablePath(this.name, '/practice-approval'), body));
  }

  /** Decide. A fold that throws a made hand away is asked about, once a hand. */
  async act(action: string): Promise<void> {
    if (action === 'fold' && this.#asksFold()) {
      this.question = { kind: 'fold', spot: this.spot };
      return;
    }
    this.question = null;
    await this.order({ type: 'Act', player: this.me, action });
  }

  #asksFold(): boolean {
    const [seat, view] = [this.seat, this.now?.view];
    if (!settings.confirmFold || !seat?.cards || !view || this.#askedFold === view.round) return false;
    const dear = (this.coach.costOf('fold', this.spot) ?? 0) > DEAR;
    if (!dear && !isMadeHand(seat.cards, view.board)) return false;
    this.#askedFold = view.round;
    return true;
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

  sit = (seat: number) => this.#buyIn({ type: 'Sit', player: this.me, seat, chips: this.buyIn });
  join = () => this.#buyIn({ type: 'Join', player: this.me, chips: this.buyIn });
  addChips = (chips = this.buyIn) => this.#buyIn({ type: 'AddChips', player: this.me, chips });

  /** Whether leaving has to be asked about, as it may forfeit wagers (PA-7); if so, it is. */
  async asksLeave(): Promise<boolean> {
    this.stage.hurry();
    if (!this.atStake) return false;
    const { forfeits } = await tryCommand(this.name, { type: 'Leave', player: this.me });
    this.question = { kind: 'leave', forfeits };
    return true;
  }

  async leave(): Promise<boolean> {
    [this.question, this.leavingAfter] = [null, false];
    const done = await this.order({ type: 'Leave', player: this.me });
    await session.refresh();
    return done;
  }

  async bots(count: number): Promise<void> {
    const path = tablePath(this.name, '/bots');
    await this.#send(() => (count ? post(path, { count }) : remove(path)));
  }

  close(): void {
    this.socket.close();
    this.stage.close();
  }

  async #send(request: () => Promise<unknown>): Promise<boolean> {
    this.stage.hurry();
    this.refusal = '';
    this.sending = true;
    try {
      await request();
      return true;
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      this.refusal = refusalText(error.refusal);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Send a command that brings chips from the cage. */
  async #buyIn(command: Sit | Join | AddChips): Promise<void> {
    if (!(await this.#send(() => session.fund(command.chips)))) return;
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
    this.coach.take(update);
    if (this.question?.kind === 'fold' && this.question.spot !== this.spot) this.question = null;
    if (this.question?.kind === 'leave' && !this.atStake) this.question = null;
  }
}
