import { expect, test } from 'vitest';

import { nameTables, tableLink, tableName } from './tableNames.svelte';

test('a table is called by its title, and without one by words', () => {
  expect(tableName('high-noon')).toBe('High noon');
  expect(tableName('main.floor_2')).toBe('Main floor 2');
  nameTables([{ name: 'high-noon', title: 'High Noon, 9 PM' }, { name: 'late', title: '' }]);
  expect(tableName('high-noon')).toBe('High Noon, 9 PM');
  expect(tableName('late')).toBe('Late');
  expect(tableLink('High noon, 9 pm ')).toBe('high-noon');
  expect(tableLink('Main floor')).toBe('main-floor');
});

test('a practice table never shows its link', () => {
  expect(tableName('4f1c-hollywood-pa')).toBe('Practice table');
  expect(tableName('4f1c-hollywood-pa-2')).not.toContain('4f1c');
});
