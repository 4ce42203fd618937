/** What the browser's tab says: the page, and where it is part of many, which one. */
import type { Place } from './router.svelte';
import { t } from '../texts/catalog';

export function titleOf(place: Place): string {
  const page = named(place);
  return page ? t('frame.title_of', { page, title: t('frame.title') }) : t('frame.title');
}

function named(place: Place): string {
  switch (place.page) {
    case 'lobby':
      return '';
    case 'table':
      return t('table.title', { name: place.name });
    case 'history':
      return place.round ? t('history.hand', { table: place.table, round: place.round }) : t('frame.history');
    case 'account':
      return t('account.yours');
    case 'floor':
      return place.part ? `${t('frame.floor')}: ${t(`floor.part.${place.part}`)}` : t('frame.floor');
    case 'designer':
      return t('designer.title');
    case 'rules':
      return place.house ? t('rules.of', { house: place.house }) : t('rules.title');
    case 'missing':
      return t('frame.not_found');
  }
}
