// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { t } from '../texts/catalog';
import { parseRoute, router } from './router.svelte';
import { pageTitle } from './titles';

describe('parseRoute', () => {
  it.each([
    ['/', { page: 'lobby' }],
    ['/table/main', { page: 'table', name: 'main' }],
    ['/table/a%20b', { page: 'table', name: 'a b' }],
    ['/table', { page: 'missing' }],
    ['/table/main/options', { page: 'options', house: '', table: 'main' }],
    ['/rules/california/options', { page: 'options', house: 'california', table: '' }],
    ['/history', { page: 'history', table: '', round: 0 }],
    ['/history/main/12', { page: 'history', table: 'main', round: 12 }],
    ['/history/main/last', { page: 'history', table: 'main', round: 0 }],
    ['/account/', { page: 'account' }],
    ['/floor/shift', { page: 'floor', section: 'shift' }],
    ['/designer', { page: 'designer' }],
    ['/designer/simulation', { page: 'simulation' }],
    ['/rules/california', { page: 'rules', house: 'california' }],
    ['/nowhere', { page: 'missing' }],
    ['/table/%E0%A4%A', { page: 'missing' }],
  ])('%s', (path, route) => {
    expect(parseRoute(path)).toEqual(route);
  });
});

describe('router', () => {
  beforeEach(() => {
    vi.stubGlobal('scrollTo', vi.fn());
    router.go('/');
  });
  afterEach(() => document.body.replaceChildren());

  /** Whether the router took a click on a link; if it did not, nobody follows the link here. */
  function click(link: string, event: MouseEventInit = {}): boolean {
    document.body.innerHTML = `<a ${link}><b>go</b></a>`;
    let taken = false;
    addEventListener('click', (clicked) => {
      taken = clicked.defaultPrevented;
      clicked.preventDefault();
    }, { once: true });
    document.querySelector('b')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...event }));
    return taken;
  }

  it('goes to a page and back', () => {
    router.go('/rules/california');
    expect(location.pathname).toBe('/rules/california');
    expect(router.route).toEqual({ page: 'rules', house: 'california' });
    history.replaceState(null, '', '/designer');
    dispatchEvent(new PopStateEvent('popstate'));
    expect(router.route).toEqual({ page: 'designer' });
  });

  it('forgets the house of a page on the next one', () => {
    router.go('/rules/california');
    router.house = 'California';
    router.go('/rules/california');
    expect(router.house).toBe('California');
    router.go('/rules');
    expect(router.house).toBe('');
  });

  it('follows a link of its own without a reload, with its query', () => {
    expect(click('href="/designer?house=california"')).toBe(true);
    expect(router.route).toEqual({ page: 'designer' });
    expect(location.search).toBe('?house=california');
  });

  it.each([
    ['a file of the server', 'href="/api/hands"', {}],
    ['the handbook', 'href="/docs/"', {}],
    ['another site', 'href="https://example.org/designer"', {}],
    ['a part of this page', 'href="/designer#top"', {}],
    ['a download', 'href="/designer" download', {}],
    ['another tab', 'href="/designer" target="_blank"', {}],
    ['a click with a key', 'href="/designer"', { ctrlKey: true }],
    ['a click of another button', 'href="/designer"', { button: 1 }],
  ])('leaves to the browser: %s', (_, link, event) => {
    const push = vi.spyOn(history, 'pushState');
    expect(click(link, event)).toBe(false);
    expect(push).not.toHaveBeenCalled();
  });
});

describe('pageTitle', () => {
  it('is the name of the game alone in the lobby', () => {
    expect(pageTitle({ page: 'lobby' })).toBe(t('frame.title'));
  });

  it('says which table, round, section or house it is', () => {
    expect(pageTitle({ page: 'table', name: 'main' })).toContain('Main');
    expect(pageTitle({ page: 'options', house: 'california', table: '' }, 'California')).toMatch(/Option sheet.*California/);
    expect(pageTitle({ page: 'history', table: 'main', round: 12 })).toContain('12');
    expect(pageTitle({ page: 'history', table: 'main', round: 12 }, 'California')).toMatch(/12.*California/);
    expect(pageTitle({ page: 'history', table: 'main', round: 0 })).toContain(t('frame.history'));
    expect(pageTitle({ page: 'floor', section: 'shift' })).toContain(t('floor.section.shift'));
    expect(pageTitle({ page: 'rules', house: 'california' }, 'California')).toContain('California');
  });

  it('is another one for every page, without a key of the catalog', () => {
    const titles = ['/', '/table/x', '/history', '/account', '/floor', '/designer', '/designer/simulation', '/rules', '/nowhere'].map((path) => pageTitle(parseRoute(path)));
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.filter((title) => /\w\.\w|[{}]/.test(title))).toEqual([]);
  });
});
