/** What lies on the felt. Live events move it step by step; the server's view has the last word. */
import type { Event, MeterView, Settled, TableRules, TableView, Update } from '../schema';
import { settings } from '../settings.svelte';
import { BOARD, lieDown, sequence } from './order';
import { says } from './says';
import { sound } from './sound';
import { lastsOf, SPEED, TIMES } from './times';

export type Hand = {
  cards: (string | null)[];
  words: string;
  result: string;
  tucked: '' | 'blind' | 'trips' | 'ultimate_pairs';
  discarded: boolean;
};
export type Said = { id: number; text: string; clauses: string[]; type: string };
export type Moment = { id: number; kind: string; text: string };
export type Row = Settled & { order: number };
export type Play = { multiple: number; amount: number };
type Step = { lasts: number; show: () => void };

const LONGEST = 12_000;
/** How much may still have to be shown when more comes in; beyond it, catch up. */
const KEPT = 80;
const MOMENT = 5_000;
const LOUD = new Set(['MysteryWon', 'FeesDropped', 'ApprovalAsked', 'RoundVoided', 'JackpotsClaimed']);
const TUCKED = {
  'hand.tucked': 'blind',
  'hand.tucked_trips': 'trips',
  'hand.tucked_pairs': 'ultimate_pairs',
} as const;

const noHand = (): Hand => ({ cards: [], words: '', result: '', tucked: '', discarded: false });

export class Stage {
  view = $state.raw<TableView | null>(null);
  meters = $state.raw<MeterView | null>(null);
  hands = $state<Hand[]>(Array.from({ length: 7 }, noHand));
  board = $state<(string | null)[]>([]);
  plays = $state<Record<number, Play>>({});
  rows = $state.raw<Row[]>([]);
  fees = $state.raw<Record<string, number>>({});
  mysteries = $state.raw<Record<string, number>>({});
  /** What the bank of a round brought its owner. */
  banks = $state.raw<Record<string, number>>({});
  said = $state.raw<Said[]>([]);
  moments = $state.raw<Moment[]>([]);
  round = $state(0);
  colour = $state('red');
  /** The last round lies here until the next bets. */
  over = $state(false);
  busy = $state(false);
  /** How long a card or chip flies now, in milliseconds; nothing flies on the way to catch up. */
  flight = 0;

  #steps: Step[] = [];
  #left = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;
  #version = -1;

  constructor(
    readonly rules: TableRules,
    readonly me: string,
  ) {}

  take(update: Update): void {
    if (!update.events.length) {
      this.#resume(update);
      return;
    }
    if (update.may.length || this.#left * SPEED[settings.speed] > LONGEST) this.hurry();
    for (const event of update.events) this.#plan(event, update);
    this.#then(0, () => this.#lay(update));
    this.#version = update.version;
    this.#run();
  }

  /** Show all that is still to come at once: a decision never waits for a card to fly. */
  hurry(): void {
    clearTimeout(this.#timer);
    this.flight = 0;
    for (const step of this.#steps.splice(0)) step.show();
    this.#left = 0;
    this.busy = false;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#steps = [];
  }

  #resume(update: Update): void {
    this.hurry();
    if (update.version === this.#version) return;
    this.#version = update.version;
    this.#clear();
    this.rows = update.settled.map((row, order) => ({ ...row, order }));
    this.#lay(update);
  }

  #then(lasts: number, show: () => void): void {
    this.#steps.push({ lasts, show });
    this.#left += lasts;
  }

  #run(): void {
    if (this.busy) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      const pause = step.lasts * SPEED[settings.speed];
      this.#left -= step.lasts;
      this.flight = still ? 0 : Math.min(pause * 2, 420);
      step.show();
      if (pause > 0) {
        this.busy = true;
        this.#timer = setTimeout(() => {
          this.busy = false;
          this.#run();
        }, pause);
        return;
      }
    }
    this.busy = false;
  }

  #clear(): void {
    this.over = false;
    this.rows = [];
    this.fees = {};
    this.mysteries = {};
    this.banks = {};
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
    this.said = [...this.said.slice(-KEPT), line];
    if (LOUD.has(event.type) || (event.type === 'Settled' && (event.wager === 'envy' || event.short)))
      this.#moment(event, text);
  }

  #moment(event: Event, text: string): void {
    const kind = event.type === 'Settled' ? (event.wager === 'envy' ? 'envy' : 'short') : event.type;
    const moment = { id: this.#count, kind, text };
    this.moments = [...this.moments.slice(-2), moment];
    setTimeout(() => {
      this.moments = this.moments.filter((other) => other.id !== moment.id);
    }, MOMENT);
  }

  #plan(event: Event, update: Update): void {
    if (event.type === 'Called' && event.call === 'deal') {
      this.#deal(event, update);
      return;
    }
    this.#then(lastsOf(event), () => {
      this.#show(event, update);
      this.#say(event);
    });
  }

  /** One card after the other, in the house's own order and direction. */
  #deal(event: Event, update: Update): void {
    const seats = update.view.seats.flatMap((seat) => (seat?.dealt ? [seat.seat] : []));
    this.#then(TIMES.call, () => {
      this.#clear();
      this.round = update.view.round;
      this.colour = update.view.colour;
      this.view = update.view;
      this.#say(event);
    });
    for (const place of sequence(this.rules.procedure, seats.length ? seats : this.#betting())) {
      this.#then(TIMES.card, () => {
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
    switch (event.type) {
      case 'WagersPlaced':
        sound.chip();
        if (event.player === this.me && Object.keys(event.wagers).length) this.#clear();
        break;
      case 'BankTaken':
        if (event.player === this.me) this.#clear();
        break;
      case 'BetsClosed':
        sound.call();
        this.#clear();
        break;
      case 'FeeTaken':
        this.fees = add(this.fees, event.player, event.amount);
        break;
      case 'MysteryWon':
        sound.win();
        this.mysteries = add(this.mysteries, event.player, event.amount);
        break;
      case 'Acted':
        sound.chip();
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
        break;
      case 'Called':
        this.#called(event.call, event.seat ?? 0);
        break;
      case 'Settled':
        if (event.paid) sound.win();
        else sound.chip();
        this.rows = [...this.rows, { ...event, order: this.rows.length }];
        break;
      case 'BankSettled':
        this.banks = add(this.banks, event.player, event.collected - event.paid);
        break;
      case 'RoundClosed':
        this.over = true;
        this.#lieOpen(update);
        break;
    }
  }

  #turn(cards: readonly string[]): void {
    sound.card();
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

function add(sums: Record<string, number>, name: string, cents: number): Record<string, number> {
  return { ...sums, [name]: (sums[name] ?? 0) + cents };
}

/** A hand that is turned over: in the view, or, once the round is closed, in its receipt. */
function cardsOf(seat: number, update: Update): readonly string[] | null {
  return update.view.seats[seat - 1]?.cards ?? update.receipt?.deal?.seats[String(seat)] ?? null;
}
