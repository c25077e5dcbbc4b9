import { type Clock, type DidDocument, type DidDocuments, OracleError } from '../../plugin/index.js';
import { type RawKey, readKeyDid } from '../keys/principal-bytes.js';
import { type VerificationKey, verificationKey } from '../keys/verification-key.js';
import { controllersOf, keysOfDocument } from './document-keys.js';
import { createWebDocuments } from './web-documents.js';

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
  /** Documents of another method; undefined when no plugin provides them. */
  readonly documents: (method: string) => DidDocuments | undefined;
}

const REMEMBERED = 1_000;

/** Resolves `did:key` by itself, `did:web` over HTTPS and the rest through {@link DidOptions.documents}. */
export function createDids(options: DidOptions): Dids {
  const keyDids = new Map<string, readonly VerificationKey[]>();
  const web = createWebDocuments(options);

  async function documentOf(did: string, deadline: Deadline): Promise<DidDocument | undefined> {
    // Whether its host is down, slow or lying: there is no key to trust, and nothing to tell a stranger about it.
    if (did.startsWith('did:web:')) return web(did, deadline()).catch(() => undefined);
    const documents = options.documents(methodOf(did));
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

function methodOf(did: string): string {
  return did.split(':')[1] ?? '';
}

function cannotResolve(did: string): OracleError {
  return new OracleError('unauthenticated', {
    detail: `This oracle cannot verify did:${methodOf(did)} issuers: nothing here resolves them.`,
    hint: 'Use a did:key or did:web issuer. did:ixo needs the plugin entities and a chain (CHAIN_GRPC_URL).',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
