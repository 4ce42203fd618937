/** A recorded round at one of its steps, built from its events. */
import type { Event, RecordedRound, Replay, Settled } from '../lib/schema';
import { dealFromDeck } from '../receipts/verification';

export type ReplaySeat = {
  seat: number;
  player: string;
  /** Stakes before the deal, and Play once it is bet. */
  wagers: Record<string, number>;
  cards: readonly string[];
  turned: boolean;
  /** The last action: `check`, `fold` or `4x`. */
  action: string;
  settled: Settled[];
  /** Money without a circle: the mystery, a fee, a prize for another seat's hand. */
  extras: Extra[];
  backers: Backer[];
};

/** `name` is the key of its name. */
export type Extra = { kind: string; name: string; amount: number };
/** A bettor behind a seat; the net result is known once wagers are settled. */
export type Backer = { player: string; wagers: Record<string, number>; net: number | null };

export type Snapshot = {
  seats: ReplaySeat[];
  board: readonly string[];
  dealer: readonly string[];
  dealerTurned: boolean;
  dealerSeat: number;
  colour: string;
  bank: number;
  /** Why the round is void; empty before it is. */
  void: string;
};

/** The snapshot at “No more bets”: everybody with a seat and a stake, and the banker. */
function initialSnapshot({ hand: record, order }: Replay): Snapshot {
  const { players, wagers, bank, colour } = record.hand;
  const seats = players.flatMap((player, index) => {
    const stakes = wagers.find((one) => one.player === index + 1 && !one.behind);
    const banks = bank?.player === index + 1;
    if (!player.seat || (!stakes && !banks)) return [];
    return [{
      seat: player.seat, player: player.name, wagers: inOrder(stakes?.wagers ?? {}, order), cards: [],
      turned: false, action: '', settled: [], extras: [], backers: backersOf(record.hand, player.seat, order),
    }];
  });
  return {
    seats, board: [], dealer: [], dealerTurned: false, dealerSeat: bank ? (players[bank.player - 1]?.seat ?? 0) : 0,
    colour: colour ?? 'red', bank: bank?.amount ?? 0, void: '',
  };
}

function backersOf({ players, wagers }: RecordedRound['hand'], seat: number, order: readonly string[]): Backer[] {
  return wagers
    .filter((one) => one.behind === seat)
    .map((one) => ({ player: players[one.player - 1]?.name ?? '', wagers: inOrder(one.wagers, order), net: null }));
}

/** Wagers in the house's order; messages have them by name. */
function inOrder(wagers: Record<string, number>, order: readonly string[]): Record<string, number> {
  return Object.fromEntries(order.flatMap((wager) => (wager in wagers ? [[wager, wagers[wager] ?? 0]] : [])));
}

function settle(seat: ReplaySeat, event: Settled): void {
  if (event.backer) {
    const backer = seat.backers.find((one) => one.player === event.player);
    if (backer) backer.net = (backer.net ?? 0) + event.paid - event.taken;
  } else if (event.source) seat.extras.push({ kind: event.wager, name: `wager.${event.wager}`, amount: event.paid });
  else seat.settled.push(event);
}

function apply(snapshot: Snapshot, event: Event, order: readonly string[]): void {
  const seat = 'seat' in event ? snapshot.seats.find((one) => one.seat === event.seat) : undefined;
  switch (event.type) {
    case 'Dealt': {
      const { seats, dealer } = dealFromDeck(event.procedure, event.seats, event.deck);
      for (const one of snapshot.seats) one.cards = seats[one.seat] ?? [];
      snapshot.dealer = dealer;
      break;
    }
    case 'BoardTurned':
      snapshot.board = [...snapshot.board, ...event.cards];
      break;
    case 'DealerTurned':
      snapshot.dealer = event.cards;
      snapshot.dealerTurned = true;
      break;
    case 'Acted':
      if (!seat) break;
      seat.action = actionOf(event);
      if (event.multiple > 0) seat.wagers = inOrder({ ...seat.wagers, play: event.amount ?? 0 }, order);
      break;
    case 'HandRanked':
      if (seat) seat.turned = true;
      break;
    case 'Settled':
      if (seat) settle(seat, event);
      break;
    case 'BackLineFollowed': {
      const backer = seat?.backers.find((one) => one.player === event.player);
      if (backer) backer.wagers = inOrder({ ...backer.wagers, play: event.amount }, order);
      break;
    }
    case 'MysteryWon':
      seat?.extras.push({ kind: 'mystery', name: 'result.mystery', amount: event.amount });
      break;
    case 'FeeTaken':
      snapshot.seats.find((one) => one.player === event.player)?.extras.push({ kind: 'fee', name: 'result.fee', amount: -event.amount });
      break;
    case 'FeeUnpaid':
      snapshot.void = 'fee_unpaid';
      break;
    case 'RoundVoided':
      snapshot.void = event.reason;
      for (const one of snapshot.seats) {
        one.settled = [];
        one.extras = one.extras.filter(({ kind }) => kind === 'mystery');
      }
      break;
  }
}

/** The snapshot of a round after the first `steps` of its events. */
export function snapshotAfter(replay: Replay, steps: number): Snapshot {
  const snapshot = initialSnapshot(replay);
  for (const event of replay.events.slice(0, steps)) apply(snapshot, event, replay.order);
  return snapshot;
}

/** An action as it is named elsewhere: `check`, `fold` or `4x`. */
export function actionOf({ multiple }: { multiple: number }): string {
  return multiple > 0 ? `${multiple}x` : multiple ? 'check' : 'fold';
}

/** A player's net result in a round, without chips that they added meanwhile; null if unknown. */
export function netResult({ hand: round }: RecordedRound, player: string): number | null {
  const index = round.players.findIndex((one) => one.name === player);
  const finishing = round.finishing?.[index];
  if (index < 0 || finishing === undefined) return null;
  const added = round.actions
    .filter((one) => one.actor === 'p' && one.word === 'add' && one.number === index + 1)
    .reduce((sum, one) => sum + one.amount, 0);
  return finishing - (round.players[index]?.stack ?? 0) - added;
}

/** The names of everybody with a stake in a round. */
export function playersOf({ hand: round }: RecordedRound): string[] {
  return round.players.map((player) => player.name);
}
