import { type Clock, type DidDocument, type DidDocuments, OracleError } from '../../../plugin/index.js';
import { type RawKey, readKeyDid } from '../principal-bytes.js';
import { type VerificationKey, verificationKey } from '../verification-key.js';
import { controllersOf, keysOfDocument } from './document-keys.js';
import { fetchDocument } from './fetch-document.js';
import { webDidUrl } from './web-did.js';

/** The signal that ends a look-up. Made when it is needed: most tokens need none. */
export type Deadline = () => AbortSignal;

/** What the verifier asks about DIDs. */
export interface Dids {
  /** The keys that may sign for a DID now; none for one that is unknown or deactivated. */
  keys(did: string, deadline: Deadline): Promise<readonly VerificationKey[]>;
  /** The DIDs that control a DID, besides itself. */
  controllers(did: string, deadline: Deadline): Promise<readonly string[]>;
}

export interface DidOptions {
  readonly clock: Clock;
  /** DIDs whose key is at hand: this oracle's own `did:web`. */
  readonly own: ReadonlyMap<string, RawKey>;
  /** `did:web` of this machine may be resolved, without TLS. For development only. */
  readonly local: boolean;
  /** Documents of all other methods; undefined when no plugin provides them. */
  readonly documents: () => DidDocuments | undefined;
}

const REMEMBER_MS = 5 * 60_000;
const REMEMBER_FAILURE_MS = 30_000;
const REMEMBERED = 1_000;

/** Resolves `did:key` by itself, `did:web` over HTTPS and the rest through {@link DidOptions.documents}. */
export function createDids(options: DidOptions): Dids {
  const keyDids = new Map<string, readonly VerificationKey[]>();
  const web = rememberDocuments(options.clock, (did, signal) => readWebDocument(did, options.local, signal));

  async function documentOf(did: string, deadline: Deadline): Promise<DidDocument | undefined> {
    if (did.startsWith('did:web:')) return web(did, deadline());
    const documents = options.documents();
    if (documents === undefined) throw cannotResolve(did);
    const document = await documents.resolve(did, deadline());
    return document?.id === did ? document : undefined;
  }

  return {
    async keys(did, deadline) {
      const known = keyDids.get(did);
      if (known !== undefined) return known;
      const own = did.startsWith('did:key:') ? readKeyDid(did) : options.own.get(did);
      if (own === undefined && did.startsWith('did:key:')) return [];
      if (own === undefined) {
        const document = await documentOf(did, deadline);
        return document === undefined ? [] : importKeys(keysOfDocument(document));
      }
      const keys = importKeys([own]);
      if (keyDids.size >= REMEMBERED) keyDids.clear();
      keyDids.set(did, keys);
      return keys;
    },
    async controllers(did, deadline) {
      if (did.startsWith('did:key:')) return [];
      const document = await documentOf(did, deadline);
      return document === undefined ? [] : controllersOf(document);
    },
  };
}

function importKeys(keys: readonly RawKey[]): readonly VerificationKey[] {
  return keys.map(verificationKey).filter((key) => key !== undefined);
}

async function readWebDocument(
  did: string,
  local: boolean,
  signal: AbortSignal,
): Promise<DidDocument | undefined> {
  const url = webDidUrl(did, local);
  if (url === undefined) return undefined;
  try {
    const document = await fetchDocument(url, signal);
    const isOfDid =
      typeof document === 'object' && document !== null && 'id' in document && document.id === did;
    return isOfDid ? (document as DidDocument) : undefined;
  } catch {
    // Whether the host is down, slow or lying: there is no key to trust, and nothing to tell a stranger about it.
    return undefined;
  }
}

type ReadDocument = (did: string, signal: AbortSignal) => Promise<DidDocument | undefined>;

/** Asks once for what many want at a time, and again after five minutes (half a minute when there was none). */
function rememberDocuments(clock: Clock, read: ReadDocument): ReadDocument {
  const kept = new Map<string, { readonly until: number; readonly document: ReturnType<ReadDocument> }>();
  return (did, signal) => {
    const known = kept.get(did);
    if (known !== undefined && clock.now() < known.until) return known.document;
    const document = read(did, signal);
    if (kept.size >= REMEMBERED) kept.clear();
    const entry = { until: clock.now() + REMEMBER_FAILURE_MS, document };
    kept.set(did, entry);
    document.then((found) => {
      if (found !== undefined && kept.get(did) === entry)
        kept.set(did, { until: clock.now() + REMEMBER_MS, document });
    });
    return document;
  };
}

function cannotResolve(did: string): OracleError {
  const method = did.split(':').slice(0, 2).join(':');
  return new OracleError('unauthenticated', {
    detail: `This oracle cannot verify ${method} issuers: no loaded plugin resolves them.`,
    hint: 'Use a did:key or did:web issuer, or load the plugin that resolves this method.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
