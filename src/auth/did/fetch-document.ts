import { guardedFetch } from '../../kit/index.js';

const DOCUMENT_BYTES = 64 * 1024;

/** The host answered, but not with a document. */
export class DocumentHostAnswer extends Error {
  constructor(readonly status: number) {
    super(`The document's host answered ${status}`);
  }
}

/**
 * The JSON at a URL of which a stranger chose the host. Follows no redirects, reads at most 64 KiB, and connects to
 * public addresses only, but where it is to be read without TLS: that is this machine.
 * @throws Error when the answer is anything but 200 with JSON in time
 */
export async function fetchDocument(url: URL, signal: AbortSignal): Promise<unknown> {
  const { status, body } = await guardedFetch(url, {
    signal,
    maxBytes: DOCUMENT_BYTES,
    headers: { Accept: 'application/did+json, application/json' },
    ...(url.protocol === 'http:' ? { trusted: new Set([url.host]) } : {}),
  });
  if (status !== 200) throw new DocumentHostAnswer(status);
  return JSON.parse(body.toString('utf8'));
}
