/** The player's own hand in words, before it is turned over: its name, and what goes with it. */
import { hasText, t } from '../texts/catalog';
import { handText } from './cards';
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
  const kicker = KICKERS.has(category) ? five[made.length]?.[0] : undefined;
  const draw = drawOf(own, board);
  const detail = draw ? t(`own_hand.draw.${draw}`) : kicker ? t('own_hand.kicker', { rank: kicker }) : rest.join(', ');
  return { name: name.charAt(0).toLocaleUpperCase() + name.slice(1), detail: category === 'two_pair' ? rest.join(', ') : detail };
}
