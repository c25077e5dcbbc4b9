import { abortable, FetchRefused, timeLimit } from '../../kit/index.js';
import { type Clock, type DidDocument, OracleError } from '../../plugin/index.js';
import { DocumentHostAnswer, fetchDocument } from './fetch-document.js';
import { webDidUrl } from './web-did.js';

const REMEMBER_MS = 5 * 60_000;
const REMEMBER_FAILURE_MS = 30_000;
const REMEMBERED = 1_000;
const FETCH_MS = 5_000;

export interface WebDocumentOptions {
  readonly clock: Clock;
  /** `did:web` of this machine may be resolved, without TLS. For development only. */
  readonly local: boolean;
  /** How long a host may take, in milliseconds; default 5,000. */
  readonly timeoutMs?: number;
}

/**
 * The document of a `did:web`.
 * @throws OracleError `invalid_request`, `not_found`, `upstream_failed`, `upstream_timeout`
 */
type WebDocuments = (did: string, signal: AbortSignal) => Promise<DidDocument>;

/** Asks once for what many want at a time, and again after five minutes (half a minute when there was none). */
export function createWebDocuments({ clock, local, timeoutMs = FETCH_MS }: WebDocumentOptions): WebDocuments {
  const kept = new Map<string, { readonly until: number; readonly document: Promise<DidDocument> }>();
  return (did, signal) => {
    const known = kept.get(did);
    if (known !== undefined && clock.now() < known.until) return abortable(known.document, signal);
    // The look-up has a time of its own: whoever gives up early must not spoil it for those who wait beside him.
    const document = readDocument(did, local, timeoutMs);
    if (kept.size >= REMEMBERED) kept.clear();
    const entry = { until: clock.now() + REMEMBER_FAILURE_MS, document };
    kept.set(did, entry);
    document.then(
      () => {
        if (kept.get(did) === entry) kept.set(did, { until: clock.now() + REMEMBER_MS, document });
      },
      () => undefined,
    );
    return abortable(document, signal);
  };
}

async function readDocument(did: string, local: boolean, timeoutMs: number): Promise<DidDocument> {
  const url = webDidUrl(did, local);
  if (url === undefined) {
    throw new OracleError('invalid_request', {
      detail: `${JSON.stringify(did.slice(0, 200))} is no did:web that can be resolved.`,
      hint: 'It names a public host, never an address: did:web:example.com, did:web:example.com:users:alice.',
    });
  }
  const signal = timeLimit(timeoutMs);
  const document = await fetchDocument(url, signal).catch((error: unknown) => {
    // What ends at the deadline fails in the words of whatever it was in the middle of.
    throw signal.aborted ? late(did, url, timeoutMs) : faultOf(did, url, error);
  });
  const isOfDid =
    typeof document === 'object' && document !== null && 'id' in document && document.id === did;
  if (isOfDid) return document as DidDocument;
  throw new OracleError('upstream_failed', {
    detail: `What ${url.host} serves is not the document of ${did}.`,
  });
}

function late(did: string, url: URL, timeoutMs: number): OracleError {
  return new OracleError('upstream_timeout', {
    detail: `${url.host} did not answer for ${did} within ${timeoutMs / 1000} seconds.`,
  });
}

/** One wording for all that fails to connect, so that nobody can ask this process which private names there are. */
function faultOf(did: string, url: URL, error: unknown): OracleError {
  if (error instanceof DocumentHostAnswer && (error.status === 404 || error.status === 410)) {
    return new OracleError('not_found', {
      detail: `There is no ${did}: ${url.href} answers ${error.status}.`,
    });
  }
  if (error instanceof DocumentHostAnswer)
    return new OracleError('upstream_failed', { detail: `${url.host} answers ${error.status} for ${did}.` });
  if (error instanceof SyntaxError)
    return new OracleError('upstream_failed', { detail: `What ${url.href} serves is no JSON.` });
  if (error instanceof FetchRefused && error.reason === 'size') {
    return new OracleError('upstream_failed', {
      detail: `The document of ${did} at ${url.host} is too large: at most 64 KiB are read.`,
    });
  }
  return new OracleError('upstream_failed', {
    detail: `The document of ${did} cannot be read from ${url.host} at a public address.`,
    cause: error,
  });
}
