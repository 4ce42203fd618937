/** A player's own hands for the list: what they did, how it ended, what was a mistake. */
import type { RecordedRound, SheetLine } from '../lib/schema';
import { netResult } from './replay';

export type Ending = 'won' | 'lost' | 'push' | 'folded' | 'void' | 'banked';
export type OwnHand = {
  round: RecordedRound;
  cards: readonly string[];
  actions: string[];
  ending: Ending;
  /** The hand that they showed, as a code; empty where it was not compared. */
  made: string;
  net: number | null;
  /** The costliest mistake. */
  mistake: SheetLine['mistakes'][number] | null;
};
export type Filter = { kind: Kind; house: string; street: string };
export const KINDS = ['all', 'mistakes', 'won', 'lost', 'large'] as const;
export type Kind = (typeof KINDS)[number];
/** From this result on a hand is a large one, in cents. */
const LARGE = 10_000;

export const handKey = ({ table, round }: { table: string; round: number }) => `${table} ${round}`;

export function ownHand(round: RecordedRound, player: string, judged?: SheetLine): OwnHand {
  const number = round.hand.players.findIndex((one) => one.name === player) + 1;
  const own = round.hand.actions.filter((one) => one.actor === 'p' && one.number === number);
  const ante = round.hand.wagers.find((one) => one.player === number)?.wagers['ante'] ?? 0;
  const actions = own.flatMap(({ word, amount }) =>
    word === 'cc' ? ['check'] : word === 'f' ? ['fold'] : word === 'cbr' ? [`${ante ? Math.round(amount / ante) : 1}x`] : [],
  );
  const net = round.void ? null : netResult(round, player);
  const worst = [...(judged?.mistakes ?? [])].sort((one, other) => other.cost - one.cost)[0];
  return {
    round,
    cards: round.hand.actions.find((one) => one.word === 'dh' && one.player === number)?.cards ?? [],
    actions,
    ending: endingOf(round, actions, net),
    made: round.hand.hands?.find((text) => text.startsWith(`p${number} `))?.split(': ')[1] ?? '',
    net,
    mistake: worst ?? null,
  };
}

function endingOf(round: RecordedRound, actions: readonly string[], net: number | null): Ending {
  if (round.void) return 'void';
  if (actions.includes('fold')) return 'folded';
  if (!actions.length) return 'banked';
  return !net ? 'push' : net > 0 ? 'won' : 'lost';
}

/** Whether a hand is of a kind; a large one gained or lost much. */
export function isKind({ mistake, net, ending }: OwnHand, kind: Kind): boolean {
  switch (kind) {
    case 'all':
      return true;
    case 'mistakes':
      return mistake !== null;
    case 'won':
      return (net ?? 0) > 0;
    case 'lost':
      return (net ?? 0) < 0 && ending !== 'void';
    case 'large':
      return Math.abs(net ?? 0) >= LARGE;
  }
}

export function filtered(hands: readonly OwnHand[], { kind, house, street }: Filter): OwnHand[] {
  return hands.filter(
    (hand) =>
      isKind(hand, kind) &&
      (!house || hand.round.house_name === house) &&
      (!street || hand.mistake?.street === street),
  );
}
