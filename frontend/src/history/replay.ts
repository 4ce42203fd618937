/** A recorded hand up to one of its steps: the fold of its events, as the felt showed them. */
import type { Event, RecordedRound, Replay, Settled } from '../lib/schema';
import { dealtFrom } from '../receipts/verification';

export type SeatThen = {
  seat: number;
  player: string;
  /** What was staked before the deal, Play included once it is bet. */
  wagers: Record<string, number>;
  cards: readonly string[];
  turned: boolean;
  said: string;
  settled: Settled[];
  /** Money without a wager of its own: Envy, the mystery, a fee. */
  beside: Beside[];
  behind: Behind[];
};

export type Beside = { kind: 'envy' | 'mystery' | 'fee'; amount: number };
/** A bettor behind a seat, with what he staked and, once it is settled, his net. */
export type Behind = { player: string; wagers: Record<string, number>; net: number | null };

export type Then = {
  seats: SeatThen[];
  board: readonly string[];
  dealer: readonly string[];
  dealerTurned: boolean;
  dealerSeat: number;
  colour: string;
  bank: number;
  /** Why the round is void, from the step on at which it was. */
  void: string;
};

/** Those with a place of their own, and what they had staked at “No more bets”. */
function beginning({ hand }: Replay): Then {
  const { players, wagers, bank } = hand.hand;
  const seats = players.flatMap((player, index) => {
    const staked = wagers.find((one) => one.player === index + 1 && !one.behind);
    const banks = bank?.player === index + 1;
    if (!player.seat || (!staked && !banks)) return [];
    return [{
      seat: player.seat, player: player.name, wagers: { ...staked?.wagers }, cards: [],
      turned: false, said: '', settled: [], beside: [], behind: backers(hand.hand, player.seat),
    }];
  });
  const banker = bank ? (players[bank.player - 1]?.seat ?? 0) : 0;
  return {
    seats, board: [], dealer: [], dealerTurned: false, dealerSeat: banker,
    colour: hand.hand.colour ?? 'red', bank: bank?.amount ?? 0, void: '',
  };
}

function backers({ players, wagers }: Replay['hand']['hand'], seat: number): Behind[] {
  return wagers
    .filter((one) => one.behind === seat)
    .map((one) => ({ player: players[one.player - 1]?.name ?? '', wagers: { ...one.wagers }, net: null }));
}

function settle(seat: SeatThen, event: Settled): void {
  if (event.backer) {
    const behind = seat.behind.find((one) => one.player === event.player);
    if (behind) behind.net = (behind.net ?? 0) + event.paid - event.taken;
  } else if (event.wager === 'envy') seat.beside.push({ kind: 'envy', amount: event.paid });
  else seat.settled.push(event);
}

function take(then: Then, event: Event): void {
  const seat = 'seat' in event ? then.seats.find((one) => one.seat === event.seat) : undefined;
  switch (event.type) {
    case 'Dealt': {
      const { seats, dealer } = dealtFrom(event.procedure, event.seats.map(String), event.deck);
      for (const one of then.seats) one.cards = seats[one.seat] ?? [];
      then.dealer = dealer;
      break;
    }
    case 'BoardTurned':
      then.board = [...then.board, ...event.cards];
      break;
    case 'DealerTurned':
      then.dealer = event.cards;
      then.dealerTurned = true;
      break;
    case 'Acted':
      if (!seat) break;
      seat.said = event.multiple > 0 ? `${event.multiple}x` : event.multiple ? 'check' : 'fold';
      if (event.multiple > 0) seat.wagers['play'] = event.amount ?? 0;
      break;
    case 'HandRanked':
      if (seat) seat.turned = true;
      break;
    case 'Settled':
      if (seat) settle(seat, event);
      break;
    case 'BackLineFollowed': {
      const follows = seat?.behind.find((one) => one.player === event.player);
      if (follows) follows.wagers['play'] = event.amount;
      break;
    }
    case 'MysteryWon':
      seat?.beside.push({ kind: 'mystery', amount: event.amount });
      break;
    case 'FeeTaken':
      then.seats.find((one) => one.player === event.player)?.beside.push({ kind: 'fee', amount: -event.amount });
      break;
    case 'RoundVoided':
      then.void = event.reason;
      for (const one of then.seats) {
        one.settled = [];
        one.beside = one.beside.filter(({ kind }) => kind === 'mystery');
      }
      break;
  }
}

/** How it stood after so many events. */
export function after(replay: Replay, steps: number): Then {
  const then = beginning(replay);
  for (const event of replay.events.slice(0, steps)) take(then, event);
  return then;
}

/** What a player won or lost in a hand, without what he brought to the table meanwhile. */
export function netOf(hand: Replay['hand'], player: string): number | null {
  const number = hand.hand.players.findIndex((one) => one.name === player);
  const ended = hand.hand.finishing?.[number];
  if (number < 0 || ended === undefined) return null;
  const added = hand.hand.actions
    .filter((one) => one.actor === 'p' && one.word === 'add' && one.number === number + 1)
    .reduce((sum, one) => sum + one.amount, 0);
  return ended - (hand.hand.players[number]?.stack ?? 0) - added;
}

/** Everybody who had a stake in a hand. */
export function playersOf(hand: RecordedRound): string[] {
  return hand.hand.players.map((player) => player.name);
}
