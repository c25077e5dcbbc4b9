import findMyWay, { type HTTPMethod } from 'find-my-way';
import { type AnyRoute, OracleError } from '../plugin/index.js';
import type { MountedRoute, ServeRoute } from './mount-route.js';
import { isPattern, variantsOf } from './path-pattern.js';
import { undecodablePath } from './problem.js';

export interface ServedRoute extends Pick<MountedRoute, 'plugin' | 'route'> {
  readonly serve: ServeRoute;
}

/** A route and the parameters that a path has for it. */
export interface Match {
  readonly route: AnyRoute;
  readonly params: Readonly<Record<string, unknown>>;
  readonly serve: ServeRoute;
}

export interface Router {
  /**
   * The route of a method and a path; HEAD is a GET.
   * @throws OracleError `invalid_request` when a parameter cannot be decoded
   */
  find(method: string | undefined, path: string): Match | undefined;
  /** The routes of all methods at a path, in the order in which they were given. Throws as `find` does. */
  allAt(path: string): readonly Match[];
}

type RawParams = Readonly<Record<string, string | undefined>>;
interface Entry extends ServedRoute {
  readonly index: number;
  /** Undefined when the route does not take these. */
  readonly paramsOf: (raw: RawParams) => Match['params'] | undefined;
}

const METHODS: ReadonlyMap<string | undefined, HTTPMethod> = new Map([
  ['GET', 'GET'],
  ['HEAD', 'GET'],
  ['POST', 'POST'],
  ['PUT', 'PUT'],
  ['PATCH', 'PATCH'],
  ['DELETE', 'DELETE'],
]);

/**
 * Finds the route of a path, whatever the number of routes: a literal before a parameter, a wildcard last.
 * @throws OracleError `plugin_invalid` for a path that cannot be matched or that another route has taken
 */
export function createRouter(routes: readonly ServedRoute[]): Router {
  const tree = findMyWay({ maxParamLength: Number.POSITIVE_INFINITY, querystringParser: () => ({}) });
  for (const [index, served] of routes.entries()) {
    const { plugin, route } = served;
    const method = METHODS.get(route.method.toUpperCase()) ?? 'GET';
    const entry: Entry = { ...served, index, paramsOf: paramsReader(route) };
    for (const path of pathsOf(served)) {
      const pattern = patternOf(path);
      const taken: Entry | undefined = tree.findRoute(method, pattern)?.store;
      if (taken !== undefined) {
        throw new OracleError('plugin_invalid', {
          detail: `${labelOf(plugin, route)} answers the same requests as ${labelOf(taken.plugin, taken.route)}.`,
          hint: 'Give one of them another path.',
        });
      }
      tree.on(method, pattern, () => undefined, entry);
    }
  }

  function lookUp(method: HTTPMethod, path: string): (Match & { readonly index: number }) | undefined {
    // Such as the `*` of `OPTIONS *`; the tree takes the first character for a slash.
    if (!path.startsWith('/')) return undefined;
    // It decodes parameters, the segments of a wildcard as one: so what it gets is encoded once more.
    const found = tree.find(method, path.includes('%') ? path.replaceAll('%', '%25') : path);
    if (found === null) return undefined;
    const { route, serve, index, paramsOf }: Entry = found.store;
    const params = paramsOf(found.params);
    return params && { route, serve, index, params };
  }

  return {
    find(method, path) {
      const known = METHODS.get(method);
      return known && lookUp(known, path);
    },
    allAt: (path) =>
      [...new Set(METHODS.values())]
        .flatMap((method) => lookUp(method, path) ?? [])
        .toSorted((a, b) => a.index - b.index),
  };
}

function labelOf(plugin: string, route: AnyRoute): string {
  return `Plugin '${plugin}': route ${route.method.toUpperCase()} ${route.path}`;
}

/** All that a route is found under. A slash more or less at the end is the same, unless the path is taken as it is sent. */
function pathsOf({ plugin, route }: ServedRoute): string[] {
  const variants = variantsOf(route.path);
  if (!variants.every(isPattern)) {
    throw new OracleError('plugin_invalid', {
      detail: `${labelOf(plugin, route)} has a path that cannot be matched.`,
      hint: 'A path has literal characters, :name for a segment, *name at its end for all that is left, and {optional} groups.',
    });
  }
  if (route.request?.params === 'raw') return variants;
  return variants.flatMap((path) => {
    if (path.includes('*')) return [path];
    return path.endsWith('/') && path !== '/' ? [path.slice(0, -1), path] : [path, `${path}/`];
  });
}

/** A path in the router's words. Without an expression of its own, a parameter would also be an empty segment. */
function patternOf(path: string): string {
  return path.replaceAll(/:[\w$]+/g, '$&([^]+)').replace(/\*.+$/, '*');
}

/** Names the wildcard, and decodes each parameter once unless the route wants them as they were sent. */
function paramsReader(route: AnyRoute): Entry['paramsOf'] {
  const [, wildcard] = /\*(.+)$/.exec(route.path) ?? [];
  if (route.request?.params === 'raw') {
    return wildcard === undefined ? (raw) => raw : ({ '*': rest, ...raw }) => ({ ...raw, [wildcard]: rest });
  }
  return function decodeParams({ '*': rest, ...raw }) {
    if (rest === '') return undefined;
    try {
      const params: Record<string, unknown> = {};
      for (const name of Object.keys(raw)) params[name] = decodeURIComponent(raw[name] ?? '');
      if (wildcard !== undefined) params[wildcard] = (rest ?? '').split('/').map(decodeURIComponent);
      return params;
    } catch {
      throw undecodablePath();
    }
  };
}
