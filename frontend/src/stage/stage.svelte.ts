/** What lies on the felt. Live events move it step by step; the server's view has the last word. */
import type { Event, MeterView, TableRules, TableView, Update } from '../lib/schema';
import { Moments } from './moments.svelte';
import { BOARD, lieDown, sequence } from '../receipts/dealOrder';
import { Queue } from './queue.svelte';
import { Reckoning } from './roundMoney.svelte';
import { says } from './dealerSpeech';
import { hear, sound } from './sound';
import { lastsOf, TIMES } from './timing';

export type Hand = {
  cards: (string | null)[];
  words: string;
  result: string;
  tucked: '' | 'blind' | 'trips' | 'ultimate_pairs';
  discarded: boolean;
};
export type Said = { id: number; text: string; clauses: string[]; type: string };
export type Play = { multiple: number; amount: number };

/** How many lines of the dealer's calls are kept. */
const KEPT = 80;
const TUCKED = {
  'hand.tucked': 'blind',
  'hand.tucked_trips': 'trips',
  'hand.tucked_pairs': 'ultimate_pairs',
} as const;

const noHand = (): Hand => ({ cards: [], words: '', result: '', tucked: '', discarded: false });

export class Stage {
  readonly money = new Reckoning();
  readonly moments = new Moments();
  view = $state.raw<TableView | null>(null);
  meters = $state.raw<MeterView | null>(null);
  hands = $state<Hand[]>(Array.from({ length: 7 }, noHand));
  board = $state<(string | null)[]>([]);
  plays = $state<Record<number, Play>>({});
  said = $state.raw<Said[]>([]);
  round = $state(0);
  colour = $state('red');
  /** The last round lies here until the next bets. */
  over = $state(false);

  #queue = new Queue();
  #count = 0;
  #version = -1;
  /** The last spot of one's own: its round and street. */
  #spot = '';
  /** How many rounds have begun that are still to begin on the felt. */
  #begins = 0;
  /** The call with which the round on the felt began. */
  #begun = { round: 0, id: 0 };
  /** While a round is told again to one who comes back. */
  #still = false;

  constructor(
    readonly rules: TableRules,
    readonly me: string,
  ) {}

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
    if (this.#asks(update) || this.#behind(update)) this.hurry();
    for (const event of update.events) this.#plan(event, update);
    this.#queue.then(0, () => this.#lay(update));
    this.#version = update.version;
    this.#queue.run();
  }

  /** Once the round before is shown, chips may lie on one's circles for the next. */
  get ready(): boolean {
    return this.over || !this.busy;
  }

  /** Whether a decision is asked for that was not before: it is not taken on cards of earlier. */
  #asks({ may, view }: Update): boolean {
    if (!may.length) return false;
    const before = this.#spot;
    this.#spot = `${view.round} ${view.phase}`;
    return this.#spot !== before;
  }

  /** Whether a round begins though another one has still to begin here: that is too far behind. */
  #behind({ events }: Update): boolean {
    return this.#begins > 0 && events.some(({ type }) => type === 'BetsClosed');
  }

  /** Show all that is still to come at once: a decision never waits for a card to fly. */
  hurry(): void {
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
    this.#tellAgain(update);
    this.#lay(update);
  }

  /** The round until now, as it was told: nothing of it moves or sounds a second time. */
  #tellAgain(update: Update): void {
    const { round, id } = this.#begun;
    if (round === update.view.round) this.said = this.said.filter((line) => line.id < id);
    this.#still = true;
    for (const event of update.so_far) {
      this.#show(event, update);
      this.#say(event);
    }
    this.#still = false;
  }

  #clear(): void {
    this.over = false;
    this.money.clear();
    this.moments.begin();
    this.#takeCards();
  }

  #takeCards(): void {
    this.hands = Array.from({ length: 7 }, noHand);
    this.board = [];
    this.plays = {};
  }

  /** The table as the server says it is. A closed round stays in sight until the next bets. */
  #lay(update: Update): void {
    const { view } = update;
    this.view = view;
    this.meters = update.meters;
    if (this.over) return;
    this.round = view.round;
    this.colour = view.colour;
    const dealt = view.seats.some((seat) => seat?.dealt);
    for (const [at, seat] of view.seats.entries()) {
      const hand = this.hands[at + 1];
      if (!hand) continue;
      hand.cards = seat?.dealt ? (seat.cards ?? [null, null]) : [];
      if (!seat?.dealt) Object.assign(hand, noHand());
      if (seat && seat.multiple !== null) {
        this.plays[at + 1] = { multiple: seat.multiple, amount: seat.play };
      }
    }
    const dealer = this.hands[0];
    if (dealer) dealer.cards = view.dealer ?? (dealt ? [null, null] : []);
    const lying = dealt && lieDown(this.rules.procedure) ? 5 : view.board.length;
    this.board = Array.from({ length: lying }, (_, at) => view.board[at] ?? null);
  }

  #say(event: Event): void {
    const text = says(event);
    if (!text) return;
    const clauses = 'clauses' in event ? (event.clauses ?? []) : [];
    const line = { id: ++this.#count, text, clauses, type: event.type };
    if (event.type === 'BetsClosed') this.#begun = { round: event.round, id: line.id };
    this.said = [...this.said.slice(-KEPT), line];
    if (!this.#still) this.moments.take(event, text);
  }

  #plan(event: Event, update: Update): void {
    if (event.type === 'DealerCall' && event.call === 'deal') {
      this.#deal(event, update);
      return;
    }
    const begins = event.type === 'BetsClosed' ? 1 : 0;
    this.#begins += begins;
    this.#queue.then(lastsOf(event), () => {
      this.#begins -= begins;
      hear(event);
      this.#show(event, update);
      this.#say(event);
    });
  }

  /** One card after the other, in the house's own order and direction. */
  #deal(event: Event, update: Update): void {
    const seats = update.view.seats.flatMap((seat) => (seat?.dealt ? [seat.seat] : []));
    this.#queue.then(TIMES.call, () => {
      this.#takeCards();
      this.round = update.view.round;
      this.colour = update.view.colour;
      this.view = update.view;
      this.#say(event);
    });
    for (const place of sequence(this.rules.procedure, seats.length ? seats : this.#betting())) {
      this.#queue.then(TIMES.card, () => {
        sound.card();
        if (place === BOARD) this.board = [...this.board, null];
        else this.#give(place, update.view.seats[place - 1]?.cards ?? null);
      });
    }
  }

  /** A card comes face down; one's own may be looked at as it comes. */
  #give(place: number, seen: readonly string[] | null): void {
    const cards = this.hands[place]?.cards;
    cards?.push(seen?.[cards.length] ?? null);
  }

  #betting(): number[] {
    return (this.view?.seats ?? []).flatMap((seat) =>
      seat && Object.keys(seat.wagers).length ? [seat.seat] : [],
    );
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
        break;
      case 'MysteryWon':
        if (this.meters) this.meters = { ...this.meters, mystery: event.amount };
        break;
      case 'Acted':
        if (event.multiple >= 0)
          this.plays[event.seat] = { multiple: event.multiple, amount: event.amount ?? 0 };
        break;
      case 'BoardTurned':
        this.#turn(event.cards);
        break;
      case 'DealerTurned':
        this.#open(0, event.cards, event.hand, event.qualifies ? 'plays' : 'short');
        break;
      case 'HandRanked':
        this.#open(event.seat, cardsOf(event.seat, update), event.hand, event.result);
        if (event.result !== 'folded') this.#untuck(event.seat);
        break;
      case 'DealerCall':
        this.#called(event.call, event.seat ?? 0);
        break;
      case 'RoundClosed':
        this.over = true;
        for (const place of this.hands.keys()) this.#untuck(place);
        this.#lieOpen(update);
        break;
    }
  }

  #turn(cards: readonly string[]): void {
    const turned = this.board.filter((card) => card !== null);
    const open: (string | null)[] = [...turned, ...cards];
    while (lieDown(this.rules.procedure) && open.length < 5) open.push(null);
    this.board = open;
  }

  #open(place: number, cards: readonly string[] | null, words: string, result: string): void {
    const hand = this.hands[place];
    if (!hand) return;
    if (cards) hand.cards = [...cards];
    hand.words = words;
    hand.result = result;
  }

  #called(call: string, seat: number): void {
    const hand = this.hands[seat];
    if (!hand || !seat) return;
    if (call in TUCKED) hand.tucked = TUCKED[call as keyof typeof TUCKED];
    if (call === 'hand.spread') hand.discarded = true;
  }

  /** A hand that is turned over, or put away, comes out from under its chips. */
  #untuck(place: number): void {
    const hand = this.hands[place];
    if (hand) hand.tucked = '';
  }

  /** One's own cards stay open to oneself after the round, folded or not. */
  #lieOpen(update: Update): void {
    for (const seat of update.view.seats) {
      if (seat?.player !== this.me) continue;
      const cards = update.receipt?.deal?.seats[String(seat.seat)];
      const hand = this.hands[seat.seat];
      if (hand?.cards.length && cards) hand.cards = [...cards];
    }
  }
}

/** A hand that is turned over: in the view, or, once the round is closed, in its receipt. */
function cardsOf(seat: number, update: Update): readonly string[] | null {
  return update.view.seats[seat - 1]?.cards ?? update.receipt?.deal?.seats[String(seat)] ?? null;
}
