/** Why an action is best, in one plain sentence. */
import { bestHand, drawOf } from '../format/pokerHand';
import { dollars } from '../lib/money';
import type { TableAdvice } from '../lib/schema';
import { t } from '../texts/catalog';

/** What the player's own cards add to the board. */
function holding({ cards, board }: TableAdvice): { kind: string; rank: string } {
  const { category, made, ranks } = bestHand([...cards, ...board]);
  if (!made.some((card) => cards.includes(card))) return { kind: 'board', rank: '' };
  if (category === 'high_card') return { kind: drawOf(cards, board) ? 'draw' : 'high', rank: ranks[0] ?? '' };
  return { kind: category === 'pair' ? 'pair' : 'made', rank: ranks[0] ?? '' };
}

export function adviceReason(advice: TableAdvice): string {
  const { street, best, ante } = advice;
  const bets = /^\d/.test(best);
  if (street === 'preflop') return t(bets ? 'reason.preflop_bet' : 'reason.preflop_check', { multiple: best.replace('x', '') });
  if (street === 'river' && best === 'fold') return t('reason.river_fold', { amount: dollars(2 * ante) });
  const { kind, rank } = holding(advice);
  const key = bets ? `reason.${street}_${kind === 'pair' || kind === 'made' ? kind : 'weak'}` : `reason.${street}_check`;
  return t(key, { rank, amount: dollars(2 * ante), ante: dollars(ante) });
}
