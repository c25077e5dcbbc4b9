import { computed, signal } from '@preact/signals';

/** Where the page is: `#/files/a/b?x=1` is the screen `files`, the rest `a/b` and the query. */
export interface Route {
  readonly screen: string;
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

export const route = computed<Route>(() => parseRoute(hash.value));

/** Segments are decoded; one with a broken escape is taken as it stands. */
function parseRoute(text: string): Route {
  const [path = '', query = ''] = text.replace(/^#\/?/, '').split('?', 2);
  const [screen = '', ...rest] = path.split('/').filter((part) => part !== '');
  return { screen: screen === '' ? 's' : screen, rest: rest.map(decoded), query: new URLSearchParams(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a screen. */
export function href(screen: string, ...rest: readonly string[]): string {
  return `#/${[screen, ...rest].map(encodeURIComponent).join('/')}`;
}

export function go(screen: string, ...rest: readonly string[]): void {
  location.hash = href(screen, ...rest);
}

/** As `go`, without a step in the history. */
export function goInstead(screen: string, ...rest: readonly string[]): void {
  history.replaceState(null, '', href(screen, ...rest));
  hash.value = location.hash;
}
