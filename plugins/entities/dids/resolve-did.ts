import { type Dids, isDid, OracleError } from 'oracle-runtime/plugin';
import type { ChainQueries } from '../../gateway/service.js';
import { CHAIN_METHODS, type ChainDocuments } from './chain-documents.js';
import { didDocumentOf, documentMetadataOf } from './ixo-document.js';
import type { Resolution, ResolutionErrorName } from './resolution.js';

export type ResolveDid = (did: string, signal: AbortSignal) => Promise<Resolution>;

/**
 * Resolves did:ixo and did:x through the chain, did:key and did:web through the runtime. Every answer about the DID
 * itself is a {@link Resolution}.
 * @throws OracleError `unavailable`, `upstream_failed`, `upstream_timeout` when the chain or a host cannot say
 */
export function didResolver(
  documents: ChainDocuments,
  plain: Dids,
  chain: Pick<ChainQueries, 'behind'>,
): ResolveDid {
  return async (did, signal) => {
    if (!isDid(did)) return failed('invalidDid', whyNoDid(did));
    const method = did.split(':')[1] ?? '';
    if (plain.methods.includes(method)) return resolvePlain(did, plain, signal);
    if (!CHAIN_METHODS.includes(method)) {
      const known = [...plain.methods, ...CHAIN_METHODS].map((each) => `did:${each}`).join(', ');
      return failed('methodNotSupported', `did:${method} is not resolved here; ${known} are.`);
    }
    if (!documents.methods.includes(method)) {
      const mend = 'none is configured: set CHAIN_GRPC_URL to the gRPC port of a node';
      return failed('methodNotSupported', `did:${method} is resolved by a chain, and ${mend}.`);
    }
    const record = await documents.record(did, signal);
    const behind = chain.behind();
    if (record === undefined) return { ...failed('notFound', `The chain has no ${did}.`), behind };
    const metadata = documentMetadataOf(record);
    if (metadata.deactivated) return { status: 'deactivated', metadata, behind };
    return { status: 'found', document: didDocumentOf(record), metadata, behind };
  };
}

async function resolvePlain(did: string, plain: Dids, signal: AbortSignal): Promise<Resolution> {
  try {
    return { status: 'found', document: await plain.resolve(did, signal), metadata: {} };
  } catch (error) {
    if (!OracleError.isInstance(error)) throw error;
    if (error.code === 'not_found') return failed('notFound', error.detail);
    if (error.code === 'not_supported') return failed('unsupportedPublicKeyType', error.detail);
    if (error.code === 'invalid_request') return failed('invalidDid', detailAndHint(error));
    throw error;
  }
}

function detailAndHint({ detail, hint }: OracleError): string {
  return hint === undefined ? detail : `${detail} ${hint}`;
}

function whyNoDid(text: string): string {
  const shown = JSON.stringify(text.slice(0, 200));
  return /^did:[^#?/]+[#?/]/.test(text)
    ? `${shown} is a DID URL: leave out what follows the DID.`
    : `${shown} is no DID. One looks like did:ixo:entity:abc, did:key:z6Mk… or did:web:example.com.`;
}

function failed(
  error: Exclude<ResolutionErrorName, 'representationNotSupported'>,
  detail: string,
): Resolution {
  return { status: 'failed', error, detail };
}
