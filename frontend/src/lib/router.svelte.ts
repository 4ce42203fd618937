/** The page of the current address. Ordinary links change it without a reload. */
export type Route =
  | { page: 'lobby' }
  | { page: 'table'; name: string }
  | { page: 'history'; table: string; round: number }
  | { page: 'account' }
  | { page: 'floor'; section: string }
  | { page: 'designer' }
  | { page: 'simulation' }
  | { page: 'practice' }
  | { page: 'dealing' }
  | { page: 'rules'; house: string }
  | { page: 'options'; house: string; table: string }
  | { page: 'missing' };

export function parseRoute(path: string): Route {
  const [first = '', second = '', third = ''] = segments(path);
  switch (first) {
    case '':
      return { page: 'lobby' };
    case 'table':
      if (second && third === 'options') return { page: 'options', house: '', table: second };
      return second ? { page: 'table', name: second } : { page: 'missing' };
    case 'history':
      return { page: 'history', table: second, round: Number(third) || 0 };
    case 'account':
      return { page: 'account' };
    case 'floor':
      return { page: 'floor', section: second };
    case 'designer':
      return { page: second === 'simulation' ? 'simulation' : 'designer' };
    case 'practice':
      return { page: second === 'dealing' ? 'dealing' : 'practice' };
    case 'rules':
      if (third === 'options') return { page: 'options', house: second, table: '' };
      return { page: 'rules', house: second };
    default:
      return { page: 'missing' };
  }
}

/** The decoded segments of a path; an invalid one leads to no page. */
function segments(path: string): string[] {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return ['?'];
  }
}

class Router {
  route = $state<Route>(parseRoute(location.pathname));
  /** The name of the house that the page shows, once it is loaded. */
  house = $state('');
  #path = location.pathname;

  constructor() {
    addEventListener('popstate', () => this.#update());
    addEventListener('click', (event) => this.#follow(event));
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.#update();
    scrollTo(0, 0);
  }

  #update(): void {
    if (location.pathname !== this.#path) this.house = '';
    this.#path = location.pathname;
    this.route = parseRoute(location.pathname);
  }

  #follow(event: MouseEvent): void {
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !plain || event.button || event.defaultPrevented) return;
    const ours = link.origin === location.origin && !link.target && !link.hasAttribute('download');
    if (!ours || /^\/(api|docs)\//.test(link.pathname) || link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
