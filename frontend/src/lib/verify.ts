/** The published procedure of the shuffle once more, with nothing but the receipt and Web Crypto. */
import type { Receipt } from './schema';

/** One thing that was checked; `said` is what the receipt has, `gives` what follows from the seeds. */
export type Check = {
  what: 'format' | 'commitment' | 'shown' | 'deck' | 'deal';
  good: boolean;
  where: string;
  said: string;
  gives: string;
};

const FORMAT = 'uth-receipt/1';
const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';
const HEX = /^[0-9a-f]{64}$/;

async function sha(...lines: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const text = lines.map((line) => `${line}\n`).join('');
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function commitmentOf(receipt: Receipt): Promise<string> {
  return hex(
    await sha(
      `uth commitment ${FORMAT}`,
      `table ${receipt.table}`,
      `round ${receipt.round}`,
      `house ${receipt.house}`,
      `rulebook ${receipt.rulebook}`,
      `seed ${receipt.seed}`,
    ),
  );
}

/** Bytes without end: the hash of "KEY 0", then of "KEY 1", and so on. */
async function* stream(receipt: Receipt): AsyncGenerator<number> {
  const mixed = Object.entries(receipt.player_seeds)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([seat, seed]) => `seat ${seat} ${seed}`);
  const key = hex(
    await sha('uth stream 1', `commitment ${receipt.commitment}`, `seed ${receipt.seed}`, ...mixed),
  );
  for (let number = 0; ; number++) yield* await sha(`${key} ${number}`);
}

/** One of 0 … n − 1, each equally likely: bytes beyond the last multiple of n are passed over. */
async function draw(n: number, bytes: AsyncGenerator<number>): Promise<number> {
  for (;;) {
    const { value } = await bytes.next();
    if (value < 256 - (256 % n)) return value % n;
  }
}

/** The order of the deck that follows from the seeds. */
export async function deckOf(receipt: Receipt): Promise<string[]> {
  const deck = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  const bytes = stream(receipt);
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

/** Every check in its order; `shown` is the commitment that this browser saw before the deal. */
export async function verify(receipt: Receipt, shown = ''): Promise<Check[]> {
  const known = receipt.format === FORMAT && HEX.test(receipt.seed) && HEX.test(receipt.rulebook);
  const format = { what: 'format', good: known, where: 'format', said: receipt.format, gives: FORMAT } as const;
  if (!known) return [format];
  const gives = await commitmentOf(receipt);
  const deck = await deckOf(receipt);
  return [
    format,
    { what: 'commitment', good: receipt.commitment === gives, where: 'commitment', said: receipt.commitment, gives },
    ...(shown
      ? [{ what: 'shown', good: receipt.commitment === shown, where: 'commitment', said: receipt.commitment, gives: shown } as const]
      : []),
    compare('deck', 'deck', receipt.deck, deck),
    ...dealt(receipt, deck),
  ];
}
