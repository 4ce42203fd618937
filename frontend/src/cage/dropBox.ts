/** Counting a table's drop box. */
import { newKey, post, tablePath } from '../lib/api';
import { dollars } from '../lib/money';
import type { Counted } from '../lib/schema';
import { t } from '../texts/catalog';

/** Record a count; returns the result in words. */
export async function countDropBox(table: string, amount: number): Promise<string> {
  const { counted, expected } = await post<Counted>(tablePath(table, '/count'), { counted: amount, key: newKey() });
  const difference = counted - expected;
  const variance = difference ? t('floor.variance', { variance: dollars(difference) }) : t('floor.no_variance');
  return t('floor.count_done', { counted: dollars(counted), expected: dollars(expected), variance });
}
