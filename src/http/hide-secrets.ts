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
    const clean = path.replace(/^\/{2,}/, '/');
    for (const prefix of prefixes) {
      if (!clean.startsWith(prefix)) continue;
      const end = clean.indexOf('/', prefix.length);
      return `${prefix}***${end === -1 ? '' : clean.slice(end)}`;
    }
    // Spelt as no route has it, it may still be meant for one: what could be a credential is hidden.
    return prefixes.size > 0 && [...prefixes].some((prefix) => resembles(path, prefix))
      ? clean.replace(/[^/]{16,}/g, '***')
      : path;
  };
}

/** Whether a path has the first word of a prefix, however it is written: in capitals, escaped, behind other words. */
function resembles(path: string, prefix: string): boolean {
  const [first = ''] = prefix.split('/').filter((part) => part !== '');
  return plain(path).includes(`/${first.toLowerCase()}`);
}

function plain(path: string): string {
  return path
    .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toLowerCase();
}
