/** The player's own hand in words, before it is turned over: its name, and what goes with it. */
import { hasText, t } from '../texts/catalog';
import { handText, heldText } from './cards';
import { bestHand, drawOf } from './pokerHand';

export type HandWords = { name: string; detail: string };

const KICKERS = new Set(['high_card', 'pair', 'two_pair', 'three_of_a_kind']);

/** A hand at the showdown, and the player's own before it. */
export function handWords(own: readonly string[], board: readonly string[]): HandWords {
  const { category, ranks, made, five } = bestHand([...own, ...board]);
  const first = ranks[0] ?? '';
  const short = category === 'high_card' ? 'own_hand.high' : `own_hand.${category}`;
  const text = hasText(short) ? t(short, { first }) : handText(`${category} ${ranks.join('')}`);
  const [name = '', ...rest] = text.split(', ');
  const extra = kickerOrDraw(own, board, category, five[made.length]?.[0]);
  return { name: name.charAt(0).toLocaleUpperCase() + name.slice(1), detail: extra || rest.join(', ') };
}

/** What a hand may become, or the kicker that goes with it; two pair has its own words for both. */
function kickerOrDraw(own: readonly string[], board: readonly string[], category: string, kicker?: string): string {
  if (category === 'two_pair') return '';
  const draw = drawOf(own, board);
  if (draw) return t(`own_hand.draw.${draw}`);
  return kicker && KICKERS.has(category) ? t('own_hand.kicker', { rank: kicker }) : '';
}

/** The player's own hand within a sentence: "a pair of queens, nine kicker". */
export function heldWords(own: readonly string[], board: readonly string[]): string {
  const { category, ranks, made, five } = bestHand([...own, ...board]);
  const extra = kickerOrDraw(own, board, category, five[made.length]?.[0]);
  return [heldText(`${category} ${ranks.join('')}`), extra].filter(Boolean).join(', ');
}
