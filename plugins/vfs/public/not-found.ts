import { ERROR_TABLE, type Reply, reply } from 'oracle-runtime/plugin';
import type { FileRow } from '../types.js';

/**
 * The one answer for everything that is not served to anyone, byte by byte the same whether it is private, hidden,
 * trashed, purged or was never there. So it carries nothing of the request; the id of that is in `X-Request-Id`.
 */
const BODY = JSON.stringify({
  type: 'urn:oracle-runtime:problem:not_found',
  title: ERROR_TABLE.not_found.title,
  status: ERROR_TABLE.not_found.status,
  detail: 'Nothing is published here.',
  code: 'not_found',
});

export function nothingPublished(): Reply {
  return reply({
    status: ERROR_TABLE.not_found.status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store' },
    body: BODY,
  });
}

/** The answer to a CID whose content was published and then replaced: what is there now, by the link that lasts. */
export function contentReplaced(file: Pick<FileRow, 'id'>): Reply {
  const now = `/public/id/${file.id}`;
  const body = {
    type: 'urn:oracle-runtime:problem:not_found',
    title: ERROR_TABLE.not_found.title,
    status: ERROR_TABLE.not_found.status,
    detail: `The file that had this content was changed since: ${now} is what it holds now.`,
    code: 'not_found',
  };
  return reply({
    status: body.status,
    headers: {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Cache-Control': 'no-store',
      Link: `<${now}>; rel="latest-version"`,
    },
    body: JSON.stringify(body),
  });
}
