/** Starting hands in words: AA is a pair of aces, AKs is ace-king suited, A♥ A♦ are two cards. */
import { cardSymbol } from '../format/eventText';
import { t } from '../texts/catalog';

const RANKS = 'AKQJT98765432';
const isPair = (holding: string) => holding.length === 2 && holding[0] === holding[1];

/** A line of a pay table in words: a category of hands, or holdings. */
export function payLineName(hand: string): string {
  return /^[a-z_]+$/.test(hand) ? t(`hand.${hand}`) : holdingsText(hand);
}

/** Holdings separated by spaces, in words; consecutive pairs become a range. */
export function holdingsText(text: string): string {
  const words: string[] = [];
  const holdings = text.split(' ').filter(Boolean);
  for (let index = 0; index < holdings.length; index += 1) {
    const first = holdings[index] ?? '';
    if (!isPair(first)) {
      words.push(holdingText(first));
      continue;
    }
    let last = first;
    while (nextLowerPair(last) && holdings[index + 1] === nextLowerPair(last)) last = holdings[(index += 1)] ?? last;
    words.push(pairsText(first, last));
  }
  const joined = words.join(', ');
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}

function pairsText(first: string, last: string): string {
  return t(last === first ? 'holding.pair' : 'holding.pairs', { high: first[0] ?? '', low: last[0] ?? '' });
}

function nextLowerPair(pair: string): string {
  const rank = RANKS[RANKS.indexOf(pair[0] ?? '') + 1];
  return rank ? rank + rank : '';
}

function holdingText(holding: string): string {
  if (holding.length === 4) {
    return t('holding.cards', { one: cardSymbol(holding.slice(0, 2)), other: cardSymbol(holding.slice(2)) });
  }
  const [high = '', low = '', kind = ''] = holding;
  return t(`holding.${kind === 's' ? 'suited' : 'offsuit'}`, { high, low });
}
