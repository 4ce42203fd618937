/** Card faces come from the deck's own drawings, fetched while nobody waits for them. */
const faces = import.meta.glob<string>(
  '/node_modules/react-free-playing-cards/src/images/*/*.svg',
  { query: '?url', import: 'default', eager: true },
);

const FOLDERS = {
  'two/normal': '2color',
  'two/large': '2color-bf',
  'four/normal': '4color',
  'four/large': '4color-bf',
} as const;

export function faceOf(card: string, deck: 'two' | 'four', index: 'normal' | 'large'): string {
  const folder = FOLDERS[`${deck}/${index}`];
  return faces[`/node_modules/react-free-playing-cards/src/images/${folder}/${card.toUpperCase()}.svg`] ?? '';
}

/** Fetch a whole deck once the table stands, so that no card is blank when it is turned. */
export function fetchFaces(deck: 'two' | 'four', index: 'normal' | 'large'): () => void {
  const later = setTimeout(() => {
    for (const rank of '23456789TJQKA') {
      for (const suit of 'cdhs') new Image().src = faceOf(rank + suit, deck, index);
    }
  }, 400);
  return () => clearTimeout(later);
}

const RANKS: Record<string, string> = {
  T: 'ten', J: 'jack', Q: 'queen', K: 'king', A: 'ace',
};
const SUITS: Record<string, string> = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };

/** A card in words, for those who hear it: "ace of hearts". */
export function nameOf(card: string): string {
  const [rank = '', suit = ''] = card;
  return `${RANKS[rank] ?? rank} of ${SUITS[suit] ?? suit}`;
}
