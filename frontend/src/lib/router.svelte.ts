/** Which page the address names; links are ordinary links that need no reload. */
export type Place =
  | { page: 'lobby' }
  | { page: 'table'; name: string }
  | { page: 'history'; table: string; round: number }
  | { page: 'account' }
  | { page: 'floor'; part: string }
  | { page: 'designer' }
  | { page: 'rules'; house: string }
  | { page: 'missing' };

export function placeOf(path: string): Place {
  const [first = '', second = '', third = ''] = words(path);
  switch (first) {
    case '':
      return { page: 'lobby' };
    case 'table':
      return second ? { page: 'table', name: second } : { page: 'missing' };
    case 'history':
      return { page: 'history', table: second, round: Number(third) || 0 };
    case 'account':
      return { page: 'account' };
    case 'floor':
      return { page: 'floor', part: second };
    case 'designer':
      return { page: 'designer' };
    case 'rules':
      return { page: 'rules', house: second };
    default:
      return { page: 'missing' };
  }
}

/** The address word by word; one that says nothing names no page. */
function words(path: string): string[] {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return ['?'];
  }
}

class Router {
  place = $state<Place>(placeOf(location.pathname));

  constructor() {
    addEventListener('popstate', () => this.#look());
    addEventListener('click', (event) => this.#follow(event));
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.#look();
    scrollTo(0, 0);
  }

  #look(): void {
    this.place = placeOf(location.pathname);
  }

  #follow(event: MouseEvent): void {
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !plain || event.button || event.defaultPrevented) return;
    const ours = link.origin === location.origin && !link.target && !link.hasAttribute('download');
    if (!ours || link.pathname.startsWith('/api/') || link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
