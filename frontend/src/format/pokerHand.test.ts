import { describe, expect, it } from 'vitest';

import { bestHand, drawOf, isMadeHand } from './pokerHand';

const cards = (text: string) => text.split(' ');

describe('the best hand', () => {
  it.each([
    ['Ah Kh Qh Jh Th 2c 2d', 'royal_flush', 'A'],
    ['5h 4h 3h 2h Ah Kc Kd', 'straight_flush', '5'],
    ['9c 9d 9h 9s Ah Kc 2d', 'four_of_a_kind', '9'],
    ['9c 9d 9h Kc Kd 2s 2h', 'full_house', '9 K'],
    ['9c 9d 9h Kc Kd Ks 2h', 'full_house', 'K 9'],
    ['Ah 9h 7h 4h 2h Kc Qd', 'flush', 'A'],
    ['Ac 2d 3h 4s 5c 9d Kh', 'straight', '5'],
    ['Tc 9d 8h 7s 6c Qd Qh', 'straight', 'T'],
    ['7c 7d 7h As Kc 2d 3h', 'three_of_a_kind', '7'],
    ['Ac Ad Kh Ks 2c 2d 9h', 'two_pair', 'A K'],
    ['Qs 7h Qd 9c 8d', 'pair', 'Q'],
    ['Qs 7h', 'high_card', 'Q'],
  ])('%s', (text, category, ranks) => {
    const hand = bestHand(cards(text));
    expect([hand.category, hand.ranks.join(' ')]).toEqual([category, ranks]);
    expect(hand.five).toHaveLength(Math.min(5, cards(text).length));
  });

  it('has its kickers after the cards that make it', () => {
    expect(bestHand(cards('Qs 7h Qd 9c 8d 2c 3d')).five).toEqual(['Qs', 'Qd', '9c', '8d', '7h']);
  });
});

it('is made only with a card of one’s own', () => {
  expect(isMadeHand(['Qs', '7h'], cards('Qd 9c 8d 2c 3d'))).toBe(true);
  expect(isMadeHand(['As', '7h'], cards('Qd Qc 8d 2c 3d'))).toBe(false);
  expect(isMadeHand(['As', 'Kh'], cards('Td 9c 8d 7c 6d'))).toBe(false);
  expect(isMadeHand(['3s', '3h'], [])).toBe(true);
});

it('names what one card is missing to, on the flop only', () => {
  expect(drawOf(['Ah', '7h'], cards('2h 9h Kd'))).toBe('flush');
  expect(drawOf(['Tc', '9d'], cards('8h 7s 2d'))).toBe('straight');
  expect(drawOf(['Ac', '7d'], cards('Kh 9s 2d'))).toBe('');
  expect(drawOf(['Ah', '7h'], cards('2h 9h Kd 3c 4c'))).toBe('');
});
