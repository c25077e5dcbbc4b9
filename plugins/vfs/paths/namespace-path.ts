import { OracleError } from 'oracle-runtime/plugin';

declare const pathBrand: unique symbol;

/**
 * A place in a namespace in its one canonical form: `/`, or `/`-led segments without `.`, `..`, empty ones, control
 * characters and `\`. Stored as sent and looked up exactly: no Unicode normalisation, no percent-decoding, `*` is a
 * character like any other.
 */
export type NamespacePath = string & { readonly [pathBrand]: true };

export const ROOT = '/' as NamespacePath;

const MAX_CHARACTERS = 1024;
/** What file systems that a ZIP is unpacked on allow. */
const MAX_SEGMENT_BYTES = 255;
/** Control characters, lone surrogates and the separator of another system. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\\]/u;

/** Why the text is no canonical path, or undefined when it is one. */
function faultOf(text: string): string | undefined {
  if (!text.startsWith('/')) return 'must begin with /';
  if (text === '/') return undefined;
  if (text.length > MAX_CHARACTERS) return `must have at most ${MAX_CHARACTERS} characters`;
  if (text.endsWith('/')) return 'must not end with /';
  if (FORBIDDEN.test(text)) return 'must not hold control characters, lone surrogates or \\';
  for (const segment of text.slice(1).split('/')) {
    if (segment === '') return 'must not hold //';
    if (segment === '.' || segment === '..') return 'must not hold . or .. as a segment';
    if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES)
      return `must have at most ${MAX_SEGMENT_BYTES} bytes between two slashes`;
  }
  return undefined;
}

/** The path when the text is one in canonical form, else undefined. */
export function asPath(text: string): NamespacePath | undefined {
  return faultOf(text) === undefined ? (text as NamespacePath) : undefined;
}

/** @throws OracleError `invalid_request` naming `field` and what is wrong with it */
export function parsePath(text: string, field = 'path'): NamespacePath {
  const fault = faultOf(text);
  if (fault === undefined) return text as NamespacePath;
  throw new OracleError('invalid_request', {
    detail: `${field} ${fault}.`,
    hint: 'Paths look like /reports/2024/summary.pdf.',
    errors: [{ field, message: fault }],
  });
}

/** As {@link parsePath}, for a file: the root is none. */
export function parseFilePath(text: string, field = 'path'): NamespacePath {
  const path = parsePath(text, field);
  if (path !== ROOT) return path;
  throw new OracleError('invalid_request', {
    detail: `${field} must name a file, not the root.`,
    errors: [{ field, message: 'must name a file' }],
  });
}

/** Last segment; empty for the root. */
export function nameOf(path: NamespacePath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder that holds it; the root holds itself. */
export function parentOf(path: NamespacePath): NamespacePath {
  const slash = path.lastIndexOf('/');
  return (slash <= 0 ? '/' : path.slice(0, slash)) as NamespacePath;
}

/** The folders above, outermost first, without the root. */
export function ancestorsOf(path: NamespacePath): NamespacePath[] {
  const ancestors: NamespacePath[] = [];
  for (let slash = path.indexOf('/', 1); slash !== -1; slash = path.indexOf('/', slash + 1))
    ancestors.push(path.slice(0, slash) as NamespacePath);
  return ancestors;
}

/** Whether `path` is `folder` or lies below it, by whole segments. */
export function isWithin(path: NamespacePath, folder: NamespacePath): boolean {
  return folder === ROOT || path === folder || path.startsWith(`${folder}/`);
}

/** The bounds of everything below a folder in byte order: `path > start and path < end`. */
export function subtreeRange(folder: NamespacePath): { readonly start: string; readonly end: string } {
  const start = folder === ROOT ? '/' : `${folder}/`;
  // `0` is the character after `/`.
  return { start, end: `${start.slice(0, -1)}0` };
}

/** Whether a segment begins with a dot, which hides a path whatever its flags are. */
export function isDotPath(path: NamespacePath): boolean {
  return path.includes('/.');
}
