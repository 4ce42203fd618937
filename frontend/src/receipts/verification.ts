/** The published procedure once more, with nothing but the receipt and Web Crypto. */
import { dollars } from '../format/money';
import type { MysteryReceipt, Receipt } from '../lib/schema';
import { draw, hashed, stream } from './randomStream';

/** One thing that was checked; `said` is what the receipt has, `gives` what follows from the seeds. */
export type Check = {
  what: 'format' | 'commitment' | 'shown' | 'given' | 'deck' | 'deal' | 'value' | 'paid';
  good: boolean;
  where: string;
  said: string;
  gives: string;
};

const FORMAT = 'uth-receipt/1';
const MYSTERY = 'uth-mystery/1';
const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';
const HEX = /^[0-9a-f]{64}$/;

export async function commitmentOf(receipt: Receipt): Promise<string> {
  return hashed(
    `uth commitment ${FORMAT}`,
    `table ${receipt.table}`,
    `round ${receipt.round}`,
    `house ${receipt.house}`,
    `rulebook ${receipt.rulebook}`,
    `seed ${receipt.seed}`,
  );
}

/** The order of the deck that follows from the seeds. */
export async function deckOf(receipt: Receipt): Promise<string[]> {
  const deck = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  const mixed = Object.entries(receipt.player_seeds)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([seat, seed]) => `seat ${seat} ${seed}`);
  const bytes = stream(receipt, ...mixed);
  for (let last = deck.length - 1; last > 0; last--) {
    const other = await draw(last + 1, bytes);
    [deck[last], deck[other]] = [deck[other] as string, deck[last] as string];
  }
  return deck;
}

/** Who gets each card from the front of the deck, by the house's procedure; none is burnt. */
function order(procedure: string, seats: string[]): string[] {
  const hands = [...[...seats].sort(), 'dealer'];
  const pairs = hands.flatMap((hand) => [hand, hand]);
  const board = Array<string>(5).fill('board');
  if (procedure === 'shoe') return [...hands, ...hands, ...board];
  return procedure === 'community-first' ? [...board, ...pairs] : [...pairs, ...board];
}

/** Whose cards they are, from the front of the deck. */
export function dealtFrom(
  procedure: string,
  seats: string[],
  deck: readonly string[],
): { seats: Record<string, string[]>; dealer: string[]; board: string[] } {
  const places = order(procedure, seats);
  const at = (where: string) => deck.filter((_, place) => places[place] === where);
  return {
    seats: Object.fromEntries(seats.map((seat) => [seat, at(seat)])),
    dealer: at('dealer'),
    board: at('board'),
  };
}

function compare(what: Check['what'], where: string, said: readonly string[], gives: string[]): Check {
  const same = said.length === gives.length && said.every((card, place) => card === gives[place]);
  return { what, good: same, where, said: said.join(' '), gives: gives.join(' ') };
}

function dealt(receipt: Receipt, deck: string[]): Check[] {
  const { deal } = receipt;
  if (!deal) {
    const none = receipt.ending === 'void';
    return [{ what: 'deal', good: none, where: 'deal', said: '', gives: '' }];
  }
  const gives = dealtFrom(deal.procedure, Object.keys(deal.seats), deck);
  return [
    ...Object.entries(deal.seats).map(([seat, cards]) =>
      compare('deal', seat, cards, gives.seats[seat] ?? []),
    ),
    compare('deal', 'dealer', deal.dealer, gives.dealer),
    compare('deal', 'board', deal.board, gives.board),
  ];
}

/** The commitment against the seed, and against what this browser was shown before. */
function promised(said: string, gives: string, shown: string): Check[] {
  const kept: Check = { what: 'commitment', good: said === gives, where: 'commitment', said, gives };
  if (!shown) return [kept];
  return [kept, { what: 'shown', good: said === shown, where: 'commitment', said, gives: shown }];
}

function formatOf(said: string, known: boolean, gives: string): Check {
  return { what: 'format', good: known, where: 'format', said, gives };
}

/** A seed that was given here is among those that the deck was made from. */
function mixedIn(receipt: Receipt, given: string): Check[] {
  if (!given) return [];
  const seeds = Object.values(receipt.player_seeds);
  return [{ what: 'given', good: seeds.includes(given), where: 'given', said: seeds.join(', ') || '–', gives: given }];
}

/** Every check in its order; `shown` and `given` are the commitment and the seed of this browser. */
export async function verify(receipt: Receipt, shown = '', given = ''): Promise<Check[]> {
  const known = receipt.format === FORMAT && HEX.test(receipt.seed) && HEX.test(receipt.rulebook);
  const format = formatOf(receipt.format, known, FORMAT);
  if (!known) return [format];
  const deck = await deckOf(receipt);
  return [
    format,
    ...promised(receipt.commitment, await commitmentOf(receipt), shown),
    ...mixedIn(receipt, given),
    compare('deck', 'deck', receipt.deck, deck),
    ...dealt(receipt, deck),
  ];
}

/** A mystery that was hit: its value was sealed before, and it was paid when it was passed. */
export async function verifyMystery(receipt: MysteryReceipt, shown = ''): Promise<Check[]> {
  const { meter, number, low, high, increment, seed, value, paid } = receipt;
  const known = receipt.format === MYSTERY && HEX.test(seed) && low <= high;
  const format = formatOf(receipt.format, known, MYSTERY);
  if (!known) return [format];
  const commitment = await hashed(
    `uth commitment ${MYSTERY}`,
    `meter ${meter}`,
    `number ${number}`,
    `low ${low}`,
    `high ${high}`,
    `increment ${increment}`,
    `seed ${seed}`,
  );
  const gives = low + (await draw(high - low + 1, stream(receipt)));
  const hit = gives <= paid && paid <= gives + increment;
  return [
    format,
    ...promised(receipt.commitment, commitment, shown),
    { what: 'value', good: value === gives, where: 'value', said: dollars(value), gives: dollars(gives) },
    { what: 'paid', good: hit, where: 'paid', said: dollars(paid), gives: `${dollars(gives)} – ${dollars(gives + increment)}` },
  ];
}
