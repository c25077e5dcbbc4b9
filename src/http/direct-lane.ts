import type { AnyRoute } from '../plugin/index.js';
import type { Exchange } from './exchange.js';
import { matcherOf } from './match-path.js';
import type { ServeRoute } from './mount-route.js';

export interface ServedRoute {
  readonly route: AnyRoute;
  readonly serve: ServeRoute;
}

/** Serves the path of a GET or HEAD, or says by undefined that this is for Express. */
export type DirectLane = (path: string) => ServeRoute | undefined;

const NONE: DirectLane = () => undefined;
/** Paths about whose extent no two parsers argue. */
const PLAIN = /^\/[\x21\x22\x24-\x3e\x40-\x5b\x5d-\x7e]*$/;

/**
 * A group of routes that anyone may GET and whose paths are matched as they are sent needs nothing of what Express does:
 * what Express costs is most of what a small answer costs. Every other group goes through Express whole, so that the
 * order of routes stays what it is.
 */
export function directLane(group: readonly ServedRoute[]): DirectLane {
  const direct = ({ route }: ServedRoute) =>
    route.method === 'get' && route.auth === 'public' && route.rawPath === true;
  if (group.length === 0 || !group.every(direct)) return NONE;
  const lane = group.map(({ route, serve }) => ({ matcher: new RegExp(matcherOf(route)), serve }));
  return (path) => (PLAIN.test(path) ? lane.find(({ matcher }) => matcher.test(path))?.serve : undefined);
}

/** Answers by a direct lane; whatever it throws goes to `fail`. */
export async function serveDirectly(
  serve: ServeRoute,
  exchange: Exchange,
  fail: (error: unknown) => void,
): Promise<void> {
  try {
    await serve(exchange, {});
  } catch (error) {
    fail(error);
  }
}
