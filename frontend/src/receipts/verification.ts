/** Verifies a receipt by the published procedure, with Web Crypto alone. */
import { dollars } from '../lib/money';
import type { MysteryReceipt, Receipt, ReceiptDeal } from '../lib/schema';
import { BOARD, DEALER, deckPositions } from './dealOrder';
import { byteStream, draw, hashLines } from './randomStream';

/** One check: `stated` is what the receipt says, `derived` what follows from the seeds. */
export type Check = {
  what: 'format' | 'commitment' | 'shown' | 'given' | 'deck' | 'deal' | 'value' | 'paid';
  good: boolean;
  where: string;
  stated: string;
  derived: string;
};

const FORMAT = 'uth-receipt/1';
const MYSTERY = 'uth-mystery/1';
const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';
const HEX = /^[0-9a-f]{64}$/;

export async function commitmentOf(receipt: Receipt): Promise<string> {
  return hashLines(
    `uth commitment ${FORMAT}`,
    `table ${receipt.table}`,
    `round ${receipt.round}`,
    `house ${receipt.house}`,
    `rulebook ${receipt.rulebook}`,
    `seed ${receipt.seed}`,
  );
}

/** The deck as it follows from the seeds. */
export async function deckOf(receipt: Receipt): Promise<string[]> {
  const deck = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  const playerSeeds = Object.entries(receipt.player_seeds)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([seat, seed]) => `seat ${seat} ${seed}`);
  const bytes = byteStream(receipt, ...playerSeeds);
  for (let last = deck.length - 1; last > 0; last--) {
    const other = await draw(last + 1, bytes);
    [deck[last], deck[other]] = [deck[other] as string, deck[last] as string];
  }
  return deck;
}

/** Whose cards they are, from the top of the deck. */
export function dealFromDeck(
  procedure: ReceiptDeal['procedure'],
  seats: readonly number[],
  deck: readonly string[],
): { seats: Record<string, string[]>; dealer: string[]; board: string[] } {
  const positions = deckPositions(procedure, seats);
  const cardsAt = (position: number) => deck.filter((_, index) => positions[index] === position);
  return {
    seats: Object.fromEntries(seats.map((seat) => [String(seat), cardsAt(seat)])),
    dealer: cardsAt(DEALER),
    board: cardsAt(BOARD),
  };
}

function compareCards(what: Check['what'], where: string, stated: readonly string[], derived: string[]): Check {
  const good = stated.length === derived.length && stated.every((card, index) => card === derived[index]);
  return { what, good, where, stated: stated.join(' '), derived: derived.join(' ') };
}

function checkDeal(receipt: Receipt, deck: string[]): Check[] {
  const { deal } = receipt;
  if (!deal) {
    return [{ what: 'deal', good: receipt.ending === 'void', where: 'deal', stated: '', derived: '' }];
  }
  const derived = dealFromDeck(deal.procedure, Object.keys(deal.seats).map(Number), deck);
  return [
    ...Object.entries(deal.seats).map(([seat, cards]) =>
      compareCards('deal', seat, cards, derived.seats[seat] ?? []),
    ),
    compareCards('deal', 'dealer', deal.dealer, derived.dealer),
    compareCards('deal', 'board', deal.board, derived.board),
  ];
}

/** Checks the commitment against the seed, and against the one that this browser saw. */
function checkCommitment(stated: string, derived: string, seen: string): Check[] {
  const where = 'commitment';
  const check: Check = { what: 'commitment', good: stated === derived, where, stated, derived };
  if (!seen) return [check];
  return [check, { what: 'shown', good: stated === seen, where, stated, derived: seen }];
}

function checkFormat(stated: string, known: boolean, derived: string): Check {
  return { what: 'format', good: known, where: 'format', stated, derived };
}

/** Checks that a seed given in this browser was used. */
function checkGivenSeed(receipt: Receipt, given: string): Check[] {
  if (!given) return [];
  const seeds = Object.values(receipt.player_seeds);
  return [{ what: 'given', good: seeds.includes(given), where: 'given', stated: seeds.join(', ') || '–', derived: given }];
}

/** All checks of a receipt; `seen` and `given` are the commitment and the seed of this browser. */
export async function verify(receipt: Receipt, seen = '', given = ''): Promise<Check[]> {
  const known = receipt.format === FORMAT && HEX.test(receipt.seed) && HEX.test(receipt.rulebook);
  const format = checkFormat(receipt.format, known, FORMAT);
  if (!known) return [format];
  const deck = await deckOf(receipt);
  return [
    format,
    ...checkCommitment(receipt.commitment, await commitmentOf(receipt), seen),
    ...checkGivenSeed(receipt, given),
    compareCards('deck', 'deck', receipt.deck, deck),
    ...checkDeal(receipt, deck),
  ];
}

/** All checks of a mystery: its value was committed to, and it was paid when the meter passed it. */
export async function verifyMystery(receipt: MysteryReceipt, seen = ''): Promise<Check[]> {
  const { meter, number, low, high, increment, seed, value, paid } = receipt;
  const known = receipt.format === MYSTERY && HEX.test(seed) && low <= high;
  const format = checkFormat(receipt.format, known, MYSTERY);
  if (!known) return [format];
  const commitment = await hashLines(
    `uth commitment ${MYSTERY}`,
    `meter ${meter}`,
    `number ${number}`,
    `low ${low}`,
    `high ${high}`,
    `increment ${increment}`,
    `seed ${seed}`,
  );
  const derived = low + (await draw(high - low + 1, byteStream(receipt)));
  const hit = derived <= paid && paid <= derived + increment;
  return [
    format,
    ...checkCommitment(receipt.commitment, commitment, seen),
    { what: 'value', good: value === derived, where: 'value', stated: dollars(value), derived: dollars(derived) },
    {
      what: 'paid',
      good: hit,
      where: 'paid',
      stated: dollars(paid),
      derived: `${dollars(derived)} – ${dollars(derived + increment)}`,
    },
  ];
}
