import { describe, expect, it } from 'vitest';

import { handWords, heldWords } from './ownHand';

describe('a hand in words', () => {
  it.each([
    ['Ah Qh', 'Qd Qc 7h', 'Three queens', 'ace kicker'],
    ['Ah Qh', 'Qd Qc 7h 2s Qs', 'Four queens', ''],
    ['Qh 7s', 'Qd Qc 7h 2s 3s', 'Full house', 'queens full of sevens'],
    ['Qh 7s', 'Qd 5c 7h', 'Two pair', 'queens and sevens'],
    ['3h 3s', 'Ad 5c 7h', 'Pair of threes', 'ace kicker'],
    ['Ah 3h', '9h 5c 7h', 'Ace high', 'four to a flush'],
  ])('%s with %s is %s, %s', (own, board, name, detail) => {
    expect(handWords(own.split(' '), board.split(' '))).toEqual({ name, detail });
  });
});

it.each([
  ['Qh 7s', 'Qd 5c 7h', 'two pair, queens and sevens'],
  ['Ah 3h', '9h 5c 7h', 'ace high, four to a flush'],
  ['Kh 3h', '9h 5h 7h', 'a king-high flush'],
])('%s with %s is held as %s', (own, board, words) => {
  expect(heldWords(own.split(' '), board.split(' '))).toBe(words);
});
