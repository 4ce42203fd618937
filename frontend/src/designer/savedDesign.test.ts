// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

import { loadDesign, saveDesign, type SavedDesign } from './savedDesign';

const design: SavedDesign = {
  requested: 'california', house: 'california', file: null, id: 'mine', name: 'Mine', entries: { 'limits.minimum': '5' },
  meter: 0, rival: '',
};

beforeEach(() => sessionStorage.clear());

it('is loaded, unless another house is requested', () => {
  saveDesign(design);
  expect(loadDesign('')).toEqual(design);
  expect(loadDesign('california')).toEqual(design);
  expect(loadDesign('hollywood-pa')).toBeNull();
});

it('is null if nothing, or nothing readable, was saved', () => {
  expect(loadDesign('')).toBeNull();
  sessionStorage.setItem('uth.design', '{');
  expect(loadDesign('')).toBeNull();
});

it('is not saved if the storage is full', () => {
  vi.stubGlobal('sessionStorage', { setItem: () => { throw new DOMException('full', 'QuotaExceededError'); } });
  expect(() => saveDesign(design)).not.toThrow();
});
