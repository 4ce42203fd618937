/** The cards on the felt: the dealer's hand, the hands of the seats and the board. */
import type { DealerCall, TableView } from '../lib/schema';
import { BOARD } from '../receipts/dealOrder';

export type FeltHand = {
  /** null is a card face down. */
  cards: (string | null)[];
  /** What the hand is called once it is turned over. */
  words: string;
  result: string;
  /** The circle whose chips the hand is tucked under. */
  tucked: string;
  discarded: boolean;
};

/** The circle for a hand that is tucked under no bonus wager. */
const BLIND = 'blind';

const emptyHand = (): FeltHand => ({ cards: [], words: '', result: '', tucked: '', discarded: false });
const emptyHands = () => Array.from({ length: 7 }, emptyHand);

/** What lies in the discard rack: how many cards of which deck. */
export type Rack = { colour: string; cards: number };

export class FeltCards {
  /** The dealer's hand, then those of seats 1 to 6. */
  hands = $state<FeltHand[]>(emptyHands());
  board = $state<(string | null)[]>([]);
  rack = $state.raw<Rack>({ colour: '', cards: 0 });

  constructor(readonly boardInHand: boolean) {}

  clear(): void {
    this.hands = emptyHands();
    this.board = [];
  }

  /** Show the cards exactly as the server's view has them. */
  layOut(view: TableView): void {
    this.rack = view.rack;
    const dealt = view.seats.some((seat) => seat?.dealt);
    for (const [index, seat] of view.seats.entries()) {
      const hand = this.hands[index + 1];
      if (!hand) continue;
      hand.cards = seat?.dealt ? (seat.cards ?? [null, null]) : [];
      if (!seat?.dealt) Object.assign(hand, emptyHand());
    }
    const dealer = this.hands[0];
    if (dealer) dealer.cards = view.dealer ?? (dealt ? [null, null] : []);
    const count = dealt && !this.boardInHand ? 5 : view.board.length;
    this.board = Array.from({ length: count }, (_, index) => view.board[index] ?? null);
  }

  /** Deal one card to a position, face down unless it may be seen. */
  deal(position: number, seen: readonly string[] | null): void {
    if (position === BOARD) {
      this.board = [...this.board, null];
      return;
    }
    const cards = this.hands[position]?.cards;
    cards?.push(seen?.[cards.length] ?? null);
  }

  turnBoard(cards: readonly string[]): void {
    const turned = this.board.filter((card) => card !== null);
    const board: (string | null)[] = [...turned, ...cards];
    while (!this.boardInHand && board.length < 5) board.push(null);
    this.board = board;
  }

  turnHand(position: number, cards: readonly string[] | null, words: string, result: string): void {
    const hand = this.hands[position];
    if (!hand) return;
    if (cards) hand.cards = [...cards];
    hand.words = words;
    hand.result = result;
  }

  /** Move a hand as the dealer calls it: under its chips, or away. */
  follow({ call, seat = 0, facts, discarded = 0 }: DealerCall): void {
    if (discarded) this.rack = { ...this.rack, cards: this.rack.cards + discarded };
    const hand = this.hands[seat];
    if (!hand || !seat) return;
    if (call.startsWith('hand.tucked')) hand.tucked = String(facts?.['wager'] ?? BLIND);
    if (call === 'hand.spread') hand.discarded = true;
  }

  /** The other deck leaves the discard rack as a round begins. */
  emptyRack(colour: string): void {
    this.rack = { colour, cards: 0 };
  }

  /** Take a hand out from under its chips. */
  untuck(position: number): void {
    const hand = this.hands[position];
    if (hand) hand.tucked = '';
  }

  untuckAll(): void {
    for (const position of this.hands.keys()) this.untuck(position);
  }
}
