import type { AnyRoute } from '../plugin/index.js';

/** By the first character of a part of the path. */
const PATTERNS: Readonly<Record<string, string>> = { ':': '[^/]+', '*': '.*' };
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/**
 * What Express matches a route by: its path, or for a raw path an expression without groups, because Express decodes
 * whatever a group captures and answers for what it cannot decode.
 */
export function matcherOf(route: Pick<AnyRoute, 'path' | 'rawPath'>): string | RegExp {
  if (route.rawPath !== true) return route.path;
  const source = route.path
    .split(/([:*][A-Za-z_$][\w$]*)/)
    .map((part) => PATTERNS[part.charAt(0)] ?? part.replace(SPECIAL, '\\$&'));
  return new RegExp(`^${source.join('')}$`);
}
