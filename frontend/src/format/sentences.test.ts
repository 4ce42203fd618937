import { expect, it } from 'vitest';

import { refusal } from '../../testing/fixtures';
import { entrySentence, refusalText, sentence } from './sentences';

it('makes a sentence of a refusal', () => {
  expect(sentence('you need $25; you have $5')).toBe('You need $25; you have $5.');
  expect(sentence('Done.')).toBe('Done.');
  expect(sentence('')).toBe('');
});

it('puts the clause behind the sentence', () => {
  expect(refusalText(refusal('x', 'it is closed'))).toBe('It is closed.');
  expect(refusalText({ ...refusal('x', 'it is closed'), clause: 'PA-7' })).toBe('It is closed. (PA-7)');
});

it('says what a house refuses without paths, ids and files', () => {
  const departs = "limits.minimum is one of 3, 5 in cardroom-25, not '7'; cardroom-25.txt:51 says: Minimum bet will be either $3 or $5.";
  const refused = { ...refusal('house/departs', departs), where: 'limits.minimum' };
  expect(entrySentence(refused, { id: 'cardroom-25', name: 'Cardroom 25' }, 'Minimum')).toBe("Minimum is one of 3, 5 in Cardroom 25, not '7'.");
  expect(entrySentence(refusal('table/taken', 'another table has this name'), { id: '', name: '' }, '')).toBe('Another table has this name.');
});
