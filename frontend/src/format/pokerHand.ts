/** The best poker hand in two to seven cards: what it is called, and which cards make it. */
const RANKS = '23456789TJQKA';

export type PokerHand = {
  category: string;
  /** The ranks in the name of the hand, the most important first. */
  ranks: string[];
  /** The cards that make the combination, without kickers. */
  made: string[];
  /** The best five cards, or all if there are fewer. */
  five: string[];
};

const value = (card: string) => RANKS.indexOf(card[0] ?? '');
const suitOf = (card: string) => card[1] ?? '';
const rankOf = (card: string) => card[0] ?? '';
const descending = (one: string, other: string) => value(other) - value(one);

/** The highest straight among cards, the ace also low; one card of each rank. */
function straightIn(cards: readonly string[]): string[] {
  const byValue = new Map(cards.map((card) => [value(card), card]));
  const ace = byValue.get(12);
  if (ace) byValue.set(-1, ace);
  for (let high = 12; high >= 3; high -= 1) {
    const run = [0, 1, 2, 3, 4].map((step) => byValue.get(high - step));
    if (run.every((card) => card !== undefined)) return run;
  }
  return [];
}

function flushIn(cards: readonly string[]): string[] {
  const suits = [...'cdhs'].map((suit) => cards.filter((card) => suitOf(card) === suit));
  return suits.find((suited) => suited.length >= 5) ?? [];
}

/** Cards of equal rank, the largest groups first, then the highest. */
function groupsOf(cards: readonly string[]): string[][] {
  const groups = [...RANKS].map((rank) => cards.filter((card) => rankOf(card) === rank)).filter((group) => group.length);
  return groups.sort((one, other) => other.length - one.length || value(other[0]!) - value(one[0]!));
}

export function bestHand(given: readonly string[]): PokerHand {
  const cards = [...given].sort(descending);
  const hand = (category: string, made: string[], ranks = [rankOf(made[0] ?? '')]): PokerHand => {
    const kickers = cards.filter((card) => !made.includes(card)).slice(0, Math.max(0, 5 - made.length));
    return { category, ranks, made, five: [...made, ...kickers] };
  };
  const suited = flushIn(cards);
  const straightFlush = straightIn(suited);
  if (straightFlush.length) return hand(value(straightFlush[0]!) === 12 ? 'royal_flush' : 'straight_flush', straightFlush);
  const [first = [], second = []] = groupsOf(cards);
  if (first.length === 4) return hand('four_of_a_kind', first);
  if (first.length === 3 && second.length >= 2) {
    return hand('full_house', [...first, ...second.slice(0, 2)], [rankOf(first[0]!), rankOf(second[0]!)]);
  }
  if (suited.length) return hand('flush', suited.slice(0, 5));
  const straight = straightIn(cards);
  if (straight.length) return hand('straight', straight);
  if (first.length === 3) return hand('three_of_a_kind', first);
  if (first.length === 2 && second.length === 2) {
    return hand('two_pair', [...first, ...second], [rankOf(first[0]!), rankOf(second[0]!)]);
  }
  if (first.length === 2) return hand('pair', first);
  return hand('high_card', cards.slice(0, 1));
}

/** Whether a pair or better is made with one of the player's own cards. */
export function isMadeHand(own: readonly string[], board: readonly string[]): boolean {
  const { category, made } = bestHand([...own, ...board]);
  return category !== 'high_card' && made.some((card) => own.includes(card));
}

/** What four of the cards are on the way to, with cards still to come: `flush`, `straight` or nothing. */
export function drawOf(own: readonly string[], board: readonly string[]): string {
  if (board.length !== 3) return '';
  const cards = [...own, ...board];
  const suited = [...'cdhs'].map((suit) => cards.filter((card) => suitOf(card) === suit));
  if (suited.some((group) => group.length === 4 && group.some((card) => own.includes(card)))) return 'flush';
  const missing = [...RANKS].filter((rank) => straightIn([...cards, `${rank}?`]).length > 0);
  return missing.length && !straightIn(cards).length ? 'straight' : '';
}
