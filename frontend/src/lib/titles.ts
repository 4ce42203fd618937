/** The title of the browser's tab: the page, and which table, round or house it shows. */
import { tableName } from './tableNames.svelte';
import { t } from '../texts/catalog';
import type { Route } from './router.svelte';

export function pageTitle(route: Route, house = ''): string {
  const page = pageName(route, house);
  return page ? t('frame.title_of', { page, title: t('frame.title') }) : t('frame.title');
}

function pageName(route: Route, house: string): string {
  switch (route.page) {
    case 'lobby':
      return '';
    case 'table':
      return t('table.title', { name: tableName(route.name) });
    case 'history':
      if (!route.round) return t('frame.history');
      return house ? t('history.hand_at', { round: route.round, house }) : t('history.hand', { round: route.round });
    case 'account':
      return t('account.yours');
    case 'floor':
      return route.section ? `${t('frame.floor')}: ${t(`floor.section.${route.section}`)}` : t('frame.floor');
    case 'designer':
      return t('designer.title');
    case 'simulation':
      return t('simulation.title');
    case 'practice':
      return t('practice.title');
    case 'dealing':
      return t('dealing.title');
    case 'rules':
      return house ? t('rules.of', { house }) : t('rules.title');
    case 'options':
      return house ? t('options.of_house', { house }) : t('options.title');
    case 'missing':
      return t('frame.not_found');
  }
}
