import type { ServerResponse } from 'node:http';

/** What a page may read of an answer, besides what it always may. */
const EXPOSED =
  'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Link, X-Request-Id, X-Vfs-Cid, X-Vfs-Content-Hash, X-Vfs-Version';

/** For a preflight, which a page sends before a range or a condition. */
export const OPEN_TO_PAGES = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers':
    'Range, If-Range, If-None-Match, If-Modified-Since, If-Match, If-Unmodified-Since',
  'Access-Control-Max-Age': '86400',
} as const;

/** What anybody may read, a page of any origin may: no credential is asked for, so none is at stake. */
export function openToPages(response: ServerResponse): void {
  if (response.hasHeader('Access-Control-Allow-Origin')) return;
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
}
