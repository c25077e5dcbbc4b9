import { asNamespace, type Namespace } from '../paths/namespace.js';
import { asPath, type NamespacePath } from '../paths/namespace-path.js';

/** Parameters of a path as they were sent. */
export type RawParams = Readonly<Record<string, string>>;

/** A place that a URL names. */
export interface Place {
  readonly namespace: Namespace;
  readonly path: NamespacePath;
}

/**
 * A segment of a URL, decoded once, when `form` allows it. Undefined when an escape is broken or hides a slash: a name
 * holds none, and no file has two addresses.
 */
export function segmentOf(raw = '', form?: RegExp): string | undefined {
  try {
    const segment = decodeURIComponent(raw);
    return segment.includes('/') || form?.test(segment) === false ? undefined : segment;
  } catch {
    return undefined;
  }
}

/**
 * `.` before a segment with a colon. Alone that would read as a scheme, so that clients which join addresses by RFC 3986
 * (section 4.2) write `./a:b`; some, such as rclone, send it so. It is no segment of its own.
 */
const BEFORE_A_COLON = /(^|\/)\.\/(?=[^/]*(?::|%3a))/gi;

/** `:namespace/*path`; without a path it is the root. */
export function placeOf({ namespace: first, path: rest = '' }: RawParams): Place | undefined {
  const sent = rest.replace(BEFORE_A_COLON, '$1');
  const segments = sent.split('/').map((raw) => segmentOf(raw));
  const namespace = asNamespace(segmentOf(first) ?? '');
  const path = segments.includes(undefined) ? undefined : asPath(`/${segments.join('/')}`);
  return namespace === undefined || path === undefined ? undefined : { namespace, path };
}

/** The folder that a URL names which ends with a slash; undefined for any other. */
export function folderPlaceOf({ namespace = '', path = '' }: RawParams): Place | undefined {
  if (path !== '' && !path.endsWith('/')) return undefined;
  return placeOf({ namespace, path: path.slice(0, -1) });
}
