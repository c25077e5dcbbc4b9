/** An entity tag as a header carries it (RFC 9110, section 8.8.3). */
interface EntityTag {
  readonly weak: boolean;
  /** With its quotes. */
  readonly opaque: string;
}

/** One list element: an optional tag, then a comma or the end. Tags may hold commas, so no list is split at them. */
const ELEMENT = /[ \t]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;

/** The tags of `If-Match` or `If-None-Match`; undefined when the list is malformed. */
function parseTags(header: string): EntityTag[] | undefined {
  const tags: EntityTag[] = [];
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < header.length) {
    const match = ELEMENT.exec(header);
    if (match === null) return undefined;
    if (match[2] !== undefined) tags.push({ weak: match[1] !== undefined, opaque: match[2] });
  }
  return tags;
}

/** Whether `If-None-Match` names the tag: `*`, or a member that equals it by the weak comparison. */
export function matchesWeakly(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  return parseTags(header)?.some(({ opaque }) => opaque === etag) ?? false;
}

/** Whether `If-Match` names the strong tag `etag`: `*`, or a member that equals it by the strong comparison. */
export function matchesStrongly(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  return parseTags(header)?.some(({ weak, opaque }) => !weak && opaque === etag) ?? false;
}
