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

/** Scheme and host of a request target in absolute form (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** The path of a request target. */
export function pathOf(target: string): string {
  const relative = target.startsWith('/') ? target : target.replace(ORIGIN, '');
  const end = relative.indexOf('?');
  return end === -1 ? relative : relative.slice(0, end);
}

/** What of a pattern is no literal. */
const VARIABLE = /[:*{}()[\]+?!\\]/;

/** The first segment of every path that a pattern matches; undefined when it could be any. */
export function firstSegmentOf(pattern: string): string | undefined {
  const segment = firstSegment(pattern);
  return VARIABLE.test(segment) ? undefined : segment;
}

/** `a` of `/a/b`. */
export function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path.slice(1) : path.slice(1, end);
}
