/** What the felt shows. Events change it step by step; the server's view corrects it after each update. */
import { handText } from '../format/cards';
import { landAll } from '../felt/motion';
import type { CoverLeft, Event, MeterView, TableRules, TableView, Update } from '../lib/schema';
import { dealerSpeech } from './dealerSpeech';
import { FeltCards, type FeltHand, type Rack } from './feltCards.svelte';
import { Moments } from './moments.svelte';
import { Queue } from './queue.svelte';
import { RoundMoney } from './roundMoney.svelte';
import { ownCards, ownSpeech, turnSpeech } from './ownSpeech';
import { playSound, sound } from './sound';
import { DURATIONS, durationOf } from './timing';

export type Call = { id: number; text: string; clauses: string[]; type: string };
export type Play = { multiple: number; amount: number };

/** How many of the dealer's calls stay in the list. */
const MOST_CALLS = 80;

export class Stage {
  readonly money = new RoundMoney();
  readonly moments = new Moments();
  readonly #cards: FeltCards;
  view = $state.raw<TableView | null>(null);
  meters = $state.raw<MeterView | null>(null);
  /** What a player-dealer's bank can still pay and collect. */
  cover = $state.raw<CoverLeft | null>(null);
  plays = $state<Record<number, Play>>({});
  calls = $state.raw<Call[]>([]);
  /** What is read to those who do not see the table: the calls, and the player's own part as “you”. */
  spoken = $state.raw<Call[]>([]);
  round = $state(0);
  colour = $state('red');
  /** Whether the round is over; it stays on the felt until the next bets. */
  over = $state(false);
  /** The seat that banks the round on the felt; 0 if the house does. */
  banker = $state(0);
  bankAmount = $state(0);
  /** Rounds that were played to their end here, and their net result. */
  session = $state.raw({ rounds: 0, net: 0 });

  #queue = new Queue();
  #callCount = 0;
  #version = -1;
  /** The round and street of the player's last decision. */
  #spot = '';
  /** How many rounds in the queue have not begun on the felt yet. */
  #queuedRounds = 0;
  /** The call with which the round on the felt began. */
  #roundStart = { round: 0, id: 0 };
  /** True while a round is shown again after a reconnect: nothing moves or sounds. */
  #silent = false;

  constructor(
    readonly rules: TableRules,
    readonly me: string,
  ) {
    this.#cards = new FeltCards(rules.board_in_hand);
  }

  get hands(): FeltHand[] {
    return this.#cards.hands;
  }

  get board(): (string | null)[] {
    return this.#cards.board;
  }

  get rack(): Rack {
    return this.#cards.rack;
  }

  get busy(): boolean {
    return this.#queue.busy;
  }

  get flight(): number {
    return this.#queue.flight;
  }

  take(update: Update): void {
    if (!update.events.length) {
      this.#resume(update);
      return;
    }
    const turn = this.#needsDecision(update);
    if (turn || this.#fallsBehind(update)) this.hurry();
    const covers = update.cover_steps.values();
    for (const event of update.events) {
      this.#enqueue(event, update, event.type === 'Settled' ? covers.next().value : undefined);
    }
    this.#queue.then(0, () => {
      this.#layOut(update);
      if (turn) this.#speak(turnSpeech(update, this.me), 'turn');
    });
    this.#version = update.version;
    this.#queue.run();
  }

  /** Whether the previous round has been shown, so that bets may be placed. */
  get ready(): boolean {
    return this.over || !this.busy;
  }

  /** Whether a new decision is due: the player must see the current cards. */
  #needsDecision({ may, view }: Update): boolean {
    if (!may.length) return false;
    const before = this.#spot;
    this.#spot = `${view.round} ${view.phase}`;
    return this.#spot !== before;
  }

  /** Whether a round begins while an earlier one has not begun on the felt. */
  #fallsBehind({ events }: Update): boolean {
    return this.#queuedRounds > 0 && events.some(({ type }) => type === 'BetsClosed');
  }

  /** Show everything in the queue at once. */
  hurry(): void {
    landAll();
    this.#queue.hurry();
  }

  close(): void {
    this.#queue.close();
    this.moments.close();
  }

  #resume(update: Update): void {
    this.hurry();
    if (update.version === this.#version) return;
    this.#version = update.version;
    this.#clear();
    this.#replayRound(update);
    this.#layOut(update);
  }

  /** Show the round so far, without movement and sound. */
  #replayRound(update: Update): void {
    const { round, id } = this.#roundStart;
    if (round === update.view.round) this.calls = this.calls.filter((call) => call.id < id);
    this.#silent = true;
    for (const event of update.so_far) {
      this.#show(event, update);
      this.#announce(event);
    }
    this.#silent = false;
  }

  #clear(): void {
    this.over = false;
    this.banker = 0;
    this.money.clear();
    this.moments.startRound();
    this.#clearCards();
  }

  #clearCards(): void {
    this.#cards.clear();
    this.plays = {};
  }

  /** Show the table as the server has it. A closed round stays in sight until the next bets. */
  #layOut(update: Update): void {
    const { view } = update;
    this.view = view;
    this.meters = update.meters;
    this.cover = update.cover;
    if (this.over) return;
    this.round = view.round;
    this.colour = view.colour;
    ({ seat: this.banker, amount: this.bankAmount } = view.bank);
    for (const seat of view.seats) {
      if (seat && seat.multiple !== null) this.plays[seat.seat] = { multiple: seat.multiple, amount: seat.play };
    }
    this.#cards.layOut(view);
  }

  #announce(event: Event): void {
    const text = dealerSpeech(event);
    const mine = ownSpeech(event, this.me, this.money.resultOf(this.me));
    this.#speak(mine ?? text, event.type);
    if (!text) return;
    const clauses = 'clauses' in event ? (event.clauses ?? []) : [];
    const call = { id: ++this.#callCount, text, clauses, type: event.type };
    if (event.type === 'BetsClosed') this.#roundStart = { round: event.round, id: call.id };
    this.calls = [...this.calls.slice(-MOST_CALLS), call];
    if (!this.#silent) this.moments.take(event, text);
  }

  #speak(text: string, type: string): void {
    if (!text || this.#silent) return;
    this.spoken = [...this.spoken.slice(-MOST_CALLS), { id: ++this.#callCount, text, clauses: [], type }];
  }

  #enqueue(event: Event, update: Update, cover: CoverLeft | undefined): void {
    if (event.type === 'DealerCall' && event.call === 'deal') {
      this.#enqueueDeal(event, update);
      return;
    }
    const begins = event.type === 'BetsClosed' ? 1 : 0;
    this.#queuedRounds += begins;
    this.#queue.then(durationOf(event), () => {
      this.#queuedRounds -= begins;
      playSound(event, this.money.net(this.me) > 0);
      if (cover) this.cover = cover;
      this.#show(event, update);
      this.#announce(event);
    });
  }

  /** Deal card by card, in the order of the house's procedure. */
  #enqueueDeal(event: Event, update: Update): void {
    this.#queue.then(DURATIONS.call, () => {
      this.#clearCards();
      this.round = update.view.round;
      this.colour = update.view.colour;
      this.view = update.view;
      this.#announce(event);
    });
    for (const position of update.deal_sequence) {
      this.#queue.then(DURATIONS.card, () => {
        sound.card();
        this.#cards.deal(position, update.view.seats[position - 1]?.cards ?? null);
      });
    }
    this.#queue.then(0, () => this.#speak(ownCards(update, this.me), 'cards'));
  }

  #show(event: Event, update: Update): void {
    this.money.take(event);
    switch (event.type) {
      case 'WagersPlaced':
        if (event.player === this.me && Object.keys(event.wagers).length) this.#clear();
        break;
      case 'BankTaken':
        if (event.player === this.me) this.#clear();
        break;
      case 'BetsClosed':
        this.#clear();
        ({ seat: this.banker, amount: this.bankAmount } = (this.view?.bank.seat ? this.view : update.view).bank);
        this.#cards.emptyRack(update.view.colour);
        break;
      case 'MysteryWon':
        if (this.meters) this.meters = { ...this.meters, mystery: event.amount };
        break;
      case 'Acted':
        if (event.multiple >= 0) {
          this.plays[event.seat] = { multiple: event.multiple, amount: event.amount ?? 0 };
          if (!this.#silent) this.#takeChips(event.seat, event.amount ?? 0);
        }
        break;
      case 'BoardTurned':
        this.#cards.turnBoard(event.cards);
        break;
      case 'DealerTurned':
        this.#cards.turnHand(0, event.cards, handText(event.hand), event.qualifies ? 'plays' : 'short');
        break;
      case 'HandRanked':
        this.#cards.turnHand(event.seat, cardsOf(event.seat, update), handText(event.hand), event.result);
        if (event.result !== 'folded') this.#cards.untuck(event.seat);
        break;
      case 'DealerCall':
        this.#cards.follow(event);
        break;
      case 'FeeUnpaid':
      case 'RoundVoided':
        this.money.returnAll(this.view?.seats ?? [], this.plays);
        break;
      case 'RoundClosed':
        this.over = true;
        if (!this.#silent) this.session = this.money.added(this.session, this.me);
        this.#cards.untuckAll();
        this.#turnOwnHand(update);
        break;
    }
  }

  /** Chips go from a stack to the Play circle as they are bet, not when the round is over. */
  #takeChips(number: number, amount: number): void {
    if (!this.view || !amount) return;
    const seats = this.view.seats.map((seat) => (seat?.seat === number ? { ...seat, chips: seat.chips - amount } : seat));
    this.view = { ...this.view, seats };
  }

  /** The player's own cards stay open after the round, folded or not. */
  #turnOwnHand(update: Update): void {
    for (const seat of update.view.seats) {
      if (seat?.player !== this.me) continue;
      const cards = update.receipt?.deal?.seats[String(seat.seat)];
      const hand = this.hands[seat.seat];
      if (hand?.cards.length && cards) hand.cards = [...cards];
    }
  }
}

/** The cards of a hand that is turned over: in the view or, once the round is closed, in its receipt. */
function cardsOf(seat: number, update: Update): readonly string[] | null {
  return update.view.seats[seat - 1]?.cards ?? update.receipt?.deal?.seats[String(seat)] ?? null;
}
