import { expect, it } from 'vitest';

import { refusal } from '../../testing/fixtures';
import { refusalText, sentence } from './sentences';

it('makes a sentence of a refusal', () => {
  expect(sentence('you need $25; you have $5')).toBe('You need $25; you have $5.');
  expect(sentence('Done.')).toBe('Done.');
  expect(sentence('')).toBe('');
});

it('puts the clause behind the sentence', () => {
  expect(refusalText(refusal('x', 'it is closed'))).toBe('It is closed.');
  expect(refusalText({ ...refusal('x', 'it is closed'), clause: 'PA-7' })).toBe('It is closed. (PA-7)');
});
