import type { AnyRoute } from '../plugin/index.js';

/**
 * Paths as a log may have them: where a route says that a parameter is a credential, what stands in its place is hidden, also
 * in a path below that no route takes.
 */
export function createPathHider(
  routes: readonly Pick<AnyRoute, 'path' | 'secretParam'>[],
): (path: string) => string {
  const prefixes = new Set(
    routes.flatMap(({ path, secretParam }) =>
      secretParam === undefined ? [] : [path.slice(0, path.indexOf(`:${secretParam}`))],
    ),
  );
  return function hideSecrets(path) {
    const clean = path.startsWith('//') ? path.replace(/^\/+/, '/') : path;
    for (const prefix of prefixes) {
      if (!clean.startsWith(prefix)) continue;
      const end = clean.indexOf('/', prefix.length);
      return `${prefix}***${end === -1 ? '' : clean.slice(end)}`;
    }
    return path;
  };
}
