/** Characters of a resource, and of a path that is revealed. */
export const LONGEST = 1100;

/** Whether one path segment is in normal form: there is no other spelling of it. */
export function isSegment(segment: string): boolean {
  return (
    segment !== '' &&
    segment !== '.' &&
    segment !== '..' &&
    !/[\p{Cc}\p{Cs}\\%]/u.test(segment) &&
    segment.normalize('NFC') === segment
  );
}

/** Whether `claimed` equals `granted` or lies below it, segment by segment, so that `/docs` does not reach `/docs2`. */
export function pathCovers(granted: readonly string[], claimed: readonly string[]): boolean {
  return granted.length <= claimed.length && granted.every((segment, index) => segment === claimed[index]);
}

/** The segments of an absolute path such as `/a/b` (`/` has none), or undefined when it is not in normal form. */
export function parsePathPrefix(text: string): readonly string[] | undefined {
  if (text === '/') return [];
  if (!text.startsWith('/') || text.length > LONGEST) return undefined;
  const segments = text.slice(1).split('/');
  return segments.every(isSegment) ? segments : undefined;
}
