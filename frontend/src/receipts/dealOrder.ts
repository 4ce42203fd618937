/** The order in which a house deals its cards, as positions: 0 is the dealer, 1 to 6 the seats, 7 the board. */
import type { ReceiptDeal } from '../lib/schema';

export const DEALER = 0;
export const BOARD = 7;

type Step = 'one card to each hand' | 'two cards to each hand' | 'the five';

/** What each dealing procedure deals first, and what follows. */
const PROCEDURES: Record<ReceiptDeal['procedure'], readonly Step[]> = {
  shoe: ['one card to each hand', 'one card to each hand', 'the five'],
  shuffler: ['two cards to each hand', 'the five'],
  'community-first': ['the five', 'two cards to each hand'],
  'hand-held': ['two cards to each hand', 'the five'],
};

/** The position of every card from the top of the deck; none is burned. */
export function deckPositions(procedure: ReceiptDeal['procedure'], seats: readonly number[]): number[] {
  const hands = [...seats].sort((one, other) => one - other).concat(DEALER);
  const positions: Record<Step, number[]> = {
    'one card to each hand': hands,
    'two cards to each hand': hands.flatMap((position) => [position, position]),
    'the five': Array<number>(5).fill(BOARD),
  };
  return PROCEDURES[procedure].flatMap((step) => positions[step]);
}
