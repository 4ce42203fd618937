import { describe, expect, it } from 'vitest';

import { sectionsFor } from './sections';

describe('sectionsFor', () => {
  const sections = (may: Record<string, string>) => sectionsFor({ scope: (action) => may[action] });

  it('lists the sections that a person may see', () => {
    expect(sections({})).toEqual([]);
    expect(sections({ 'drop.see': 'any', 'users.see': 'any' })).toEqual(['tables', 'people']);
    expect(sections({ 'ledger.audit': 'any' })).toEqual(['service']);
  });

  it('is not extended by permissions on one’s own matters', () => {
    expect(sections({ 'hands.recall': 'own', 'statement.see': 'own' })).toEqual([]);
    expect(sections({ 'hands.recall': 'any', 'statement.see': 'any' })).toEqual(['cage', 'hands']);
  });
});
