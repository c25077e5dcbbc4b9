import type { DidDocument, VerificationMethod } from 'oracle-runtime/plugin';
import type { IidDocument } from '../chain/records.js';

/** What W3C DID Core, section 7.1.3, tells about a document. */
export interface DocumentMetadata {
  readonly created?: string;
  readonly updated?: string;
  readonly versionId?: string;
  readonly deactivated?: true;
}

const RELATIONSHIPS = [
  'authentication',
  'assertionMethod',
  'keyAgreement',
  'capabilityInvocation',
  'capabilityDelegation',
] as const;
/** What ixo keeps in a document beyond DID Core. */
const LINKS = ['linkedResource', 'linkedClaim', 'accordedRight', 'linkedEntity'] as const;
const DID_CONTEXT = 'https://www.w3.org/ns/did/v1';

/** A document of the chain as W3C DID Core writes it: empty lists are left out, contexts are JSON-LD's. */
export function didDocumentOf(record: IidDocument): DidDocument {
  const { id, controller, verificationMethod, service, alsoKnownAs } = record;
  return {
    '@context': contextOf(record),
    id,
    ...(controller.length > 0 ? { controller } : {}),
    ...(alsoKnownAs === '' ? {} : { alsoKnownAs: [alsoKnownAs] }),
    ...(verificationMethod.length > 0 ? { verificationMethod: verificationMethod.map(methodOf) } : {}),
    ...filled(record, RELATIONSHIPS),
    ...(service.length > 0 ? { service } : {}),
    ...filled(record, LINKS),
  } as DidDocument;
}

export function documentMetadataOf({ metadata }: IidDocument): DocumentMetadata {
  const created = dateTimeOf(metadata?.created);
  const updated = dateTimeOf(metadata?.updated);
  const versionId = metadata?.versionId ?? '';
  return {
    ...(created === undefined ? {} : { created }),
    ...(updated === undefined ? {} : { updated }),
    ...(versionId === '' ? {} : { versionId }),
    ...(metadata?.deactivated === true ? { deactivated: true } : {}),
  };
}

/** DID Core, section 6.3: the first context is the DID one; the chain's pairs are a prefix and what it stands for. */
function contextOf({ context }: IidDocument): readonly unknown[] {
  const more = context
    .filter(({ val }) => val !== '' && val !== DID_CONTEXT)
    .map(({ key, val }) => (key === '' ? val : { [key]: val }));
  return [DID_CONTEXT, ...more];
}

/** The chain spells one property in its own way. */
function methodOf({
  blockchainAccountID,
  ...method
}: IidDocument['verificationMethod'][number]): VerificationMethod & {
  readonly blockchainAccountId?: unknown;
} {
  return blockchainAccountID === undefined ? method : { ...method, blockchainAccountId: blockchainAccountID };
}

function filled<K extends keyof IidDocument & string>(
  record: IidDocument,
  keys: readonly K[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    keys
      .map((key): [string, unknown] => [key, record[key]])
      .filter(([, list]) => Array.isArray(list) && list.length > 0),
  );
}

/** XML dateTime in UTC without fractions of a second, as DID Core asks; undefined for a date that is none. */
function dateTimeOf(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  // The chain writes a date that was never set as the first of year 1.
  if (Number.isNaN(time) || text?.startsWith('0001-') === true) return undefined;
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
