/** Starting hands in words: AA is a pair of aces, AKs is ace-king suited, A♥ A♦ are two cards. */
import { shortName } from './eventText';
import { t } from '../texts/catalog';

const RANKS = 'AKQJT98765432';
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const rank = (sign: string) => (/\d/.test(sign) ? sign : t(`rank.${sign}`));

/** Holdings apart by spaces; neighbouring pairs are told together. */
export function holdings(text: string): string {
  const found: string[] = [];
  const all = text.split(' ').filter(Boolean);
  for (let at = 0; at < all.length; at += 1) {
    const first = all[at] ?? '';
    if (!pair(first)) {
      found.push(one(first));
      continue;
    }
    let last = first;
    while (below(last) && all[at + 1] === below(last)) last = all[(at += 1)] ?? last;
    found.push(
      last === first
        ? t('holding.pair', { high: t(`ranks.${first[0]}`) })
        : t('holding.pairs', { high: t(`ranks.${first[0]}`), low: t(`ranks.${last[0]}`) }),
    );
  }
  return upper(found.join(', '));
}

const pair = (holding: string) => holding.length === 2 && holding[0] === holding[1];

/** The next lower pair; none below twos. */
function below(holding: string): string {
  const next = RANKS[RANKS.indexOf(holding[0] ?? '') + 1];
  return next ? next + next : '';
}

function one(holding: string): string {
  if (holding.length === 4) {
    return t('holding.cards', { one: shortName(holding.slice(0, 2)), other: shortName(holding.slice(2)) });
  }
  const [high = '', low = '', kind = ''] = holding;
  return t(`holding.${kind === 's' ? 'suited' : 'offsuit'}`, { high: rank(high), low: rank(low) });
}
