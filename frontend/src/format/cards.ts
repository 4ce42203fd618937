/** Images and names of cards. */
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

/** Load all images of a deck once the table is shown, so that no card is blank when it is turned. */
export function preloadCards(deck: Deck, index: Index): () => void {
  const timer = setTimeout(() => {
    for (const rank of '23456789TJQKA') {
      for (const suit of 'cdhs') new Image().src = cardImage(rank + suit, deck, index);
    }
  }, 400);
  return () => clearTimeout(timer);
}

const RANKS: Record<string, string> = {
  T: 'ten', J: 'jack', Q: 'queen', K: 'king', A: 'ace',
};
const SUITS: Record<string, string> = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };

/** A card in words, for screen readers: "ace of hearts". */
export function cardName(card: string): string {
  const [rank = '', suit = ''] = card;
  return `${RANKS[rank] ?? rank} of ${SUITS[suit] ?? suit}`;
}
