/** A recorded hand up to one of its steps: the fold of its events, as the felt showed them. */
import type { Event, Hand, Replay, Settled } from './schema';
import { dealtFrom } from './verify';

export type SeatThen = {
  seat: number;
  player: string;
  /** What was staked before the deal, Play included once it is bet. */
  wagers: Record<string, number>;
  cards: readonly string[];
  turned: boolean;
  said: string;
  settled: Settled[];
};

export type Then = {
  seats: SeatThen[];
  board: readonly string[];
  dealer: readonly string[];
  dealerTurned: boolean;
  dealerSeat: number;
  colour: string;
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
      turned: false, said: '', settled: [],
    }];
  });
  const banker = bank ? (players[bank.player - 1]?.seat ?? 0) : 0;
  return {
    seats, board: [], dealer: [], dealerTurned: false, dealerSeat: banker,
    colour: hand.hand.colour ?? 'red',
  };
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
      if (seat && !event.backer) seat.settled.push(event);
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
export function playersOf(hand: Hand): string[] {
  return hand.hand.players.map((player) => player.name);
}
