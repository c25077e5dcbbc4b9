import { asNamespace, type Namespace } from '../paths/namespace.js';
import { asPath, type NamespacePath } from '../paths/namespace-path.js';

/** A place that a URL names. */
export interface Place {
  readonly namespace: Namespace;
  readonly path: NamespacePath;
}

/** Scheme and host of a request target in absolute form (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/**
 * What follows `prefix` in the path of a request target, segment by segment, each decoded once. Undefined when an escape
 * is broken or hides a slash: a name holds none, and no file has two addresses.
 */
export function segmentsAfter(prefix: string, target: string): string[] | undefined {
  const path = target.replace(ORIGIN, '').split('?', 1)[0] ?? '';
  if (!path.startsWith(prefix)) return undefined;
  try {
    const segments = path.slice(prefix.length).split('/').map(decodeURIComponent);
    return segments.some((segment) => segment.includes('/')) ? undefined : segments;
  } catch {
    return undefined;
  }
}

/** `<namespace>/<path>` after `prefix`. Without a path it is the root. */
export function placeAfter(prefix: string, target: string): Place | undefined {
  const [first, ...rest] = segmentsAfter(prefix, target) ?? [];
  const namespace = first === undefined ? undefined : asNamespace(first);
  const path = asPath(`/${rest.join('/')}`);
  return namespace === undefined || path === undefined ? undefined : { namespace, path };
}

/** The one segment after `prefix`, when `form` allows it. */
export function idAfter(prefix: string, target: string, form: RegExp): string | undefined {
  const [id, ...rest] = segmentsAfter(prefix, target) ?? [];
  return id !== undefined && rest.length === 0 && form.test(id) ? id : undefined;
}
