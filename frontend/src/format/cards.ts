/** Images and names of cards. */
import { t } from '../texts/catalog';

const images = import.meta.glob<string>(
  '/node_modules/react-free-playing-cards/src/images/*/*.svg',
  { query: '?url', import: 'default', eager: true },
);

type Deck = 'two' | 'four';
type Index = 'normal' | 'large';

const FOLDERS = {
  'two/normal': '2color',
  'two/large': '2color-bf',
  'four/normal': '4color',
  'four/large': '4color-bf',
} as const;

export function cardImage(card: string, deck: Deck, index: Index): string {
  const folder = FOLDERS[`${deck}/${index}`];
  return images[`/node_modules/react-free-playing-cards/src/images/${folder}/${card.toUpperCase()}.svg`] ?? '';
}

/** The ranks with a picture; with a large index all other cards are drawn without an image. */
export const COURTS = 'JQK';

/** Load the images that a deck needs once the table is shown, so that no card is blank when it is turned. */
export function preloadCards(deck: Deck, index: Index): () => void {
  const timer = setTimeout(() => {
    for (const rank of index === 'large' ? COURTS : '23456789TJQKA') {
      for (const suit of 'cdhs') new Image().src = cardImage(rank + suit, deck, 'normal');
    }
  }, 400);
  return () => clearTimeout(timer);
}

/** A made hand in words: `full_house A7` is "full house, aces full of sevens". */
export function handText(hand: string): string {
  const [category = '', ranks = ''] = hand.split(' ');
  return t(`made_hand.${category}`, { first: ranks[0] ?? '', second: ranks[1] ?? '' });
}

/** A made hand as something that one has: `flush K` is "a king-high flush". */
export function heldText(hand: string): string {
  const [category = '', ranks = ''] = hand.split(' ');
  return t(`held_hand.${category}`, { first: ranks[0] ?? '', second: ranks[1] ?? '' });
}

/** A card in words, for screen readers: "ace of hearts". */
export function cardName(card: string): string {
  return t('card.name', { rank: card[0] ?? '', suit: card[1] ?? '' });
}
