/** The title of the browser's tab: the page, and which table, round or house it shows. */
import { t } from '../texts/catalog';
import type { Route } from './router.svelte';

export function pageTitle(route: Route): string {
  const page = pageName(route);
  return page ? t('frame.title_of', { page, title: t('frame.title') }) : t('frame.title');
}

function pageName(route: Route): string {
  switch (route.page) {
    case 'lobby':
      return '';
    case 'table':
      return t('table.title', { name: route.name });
    case 'history':
      return route.round ? t('history.hand', { table: route.table, round: route.round }) : t('frame.history');
    case 'account':
      return t('account.yours');
    case 'floor':
      return route.section ? `${t('frame.floor')}: ${t(`floor.section.${route.section}`)}` : t('frame.floor');
    case 'designer':
      return t('designer.title');
    case 'rules':
      return route.house ? t('rules.of', { house: route.house }) : t('rules.title');
    case 'options':
      return t('options.title');
    case 'missing':
      return t('frame.not_found');
  }
}
