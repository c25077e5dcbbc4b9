import { decode as decodeCbor, encode as encodeCbor } from '@ipld/dag-cbor';
import { encode as encodeJson } from '@ipld/dag-json';
import { CID } from 'multiformats/cid';
import { isRecord } from '../../kit/index.js';
import { readPrincipal, writePrincipal } from '../keys/principal-bytes.js';
import { type Algorithm, readSignature, type Signature, writeSignature } from '../keys/signature.js';
import { type Block, blockOf } from './block.js';
import { BLOCKS, CAPABILITIES } from './limits.js';
import { checkPlain } from './plain.js';

/** The one version of the wire that is read and written. */
export const VERSION = '0.9.1';

export interface Capability {
  /** Such as `oracle/chat` or `*`, in lower case. */
  readonly can: string;
  /** Such as `ixo:oracle`. */
  readonly with: string;
  /** Caveats. */
  readonly nb?: Readonly<Record<string, unknown>>;
}

/** What a UCAN says. */
export interface Payload {
  readonly issuer: string;
  readonly audience: string;
  readonly capabilities: readonly Capability[];
  /** CIDs of the delegations that it derives from. */
  readonly proofs: readonly CID[];
  /** Seconds since the epoch; null never expires. */
  readonly expiration: number | null;
  /** Seconds since the epoch. */
  readonly notBefore?: number;
  readonly nonce?: string;
  readonly facts: readonly Readonly<Record<string, unknown>>[];
}

/** A delegation or an invocation: a signed payload in its block. */
export interface Ucan extends Payload {
  readonly block: Block;
  /** The text of the block's CID. */
  readonly cid: string;
  readonly signature: Signature;
}

/**
 * Reads a UCAN 0.9.1 block as ucanto writes it. The block must be the one canonical encoding of what it says:
 * otherwise an unknown key, another order or an empty list would give a revoked delegation or a used invocation a
 * new CID under the same signature.
 * @throws Error when it is anything else
 */
export function readUcan(block: Block): Ucan {
  const map = record(decodeCbor(block.bytes), 'UCAN');
  if (map['v'] !== VERSION) throw new Error(`A UCAN is not of version ${VERSION}`);
  const { nbf, nnc } = map;
  const ucan: Ucan = {
    issuer: readPrincipal(map['iss']),
    audience: readPrincipal(map['aud']),
    capabilities: list(map['att'], 'att').map(readCapability),
    proofs: list(map['prf'], 'prf').map(readLink),
    expiration: map['exp'] === null ? null : integer(map['exp'], 'exp'),
    ...(nbf === undefined ? {} : { notBefore: integer(nbf, 'nbf') }),
    ...(nnc === undefined ? {} : { nonce: text(nnc, 'nnc') }),
    facts: map['fct'] === undefined ? [] : list(map['fct'], 'fct').map((fact) => plainRecord(fact, 'fct')),
    signature: readSignature(map['s']),
    block,
    cid: block.cid.toString(),
  };
  if (ucan.capabilities.length === 0 || ucan.capabilities.length > CAPABILITIES)
    throw new Error(`A UCAN must have 1 to ${CAPABILITIES} capabilities`);
  if (new Set(ucan.proofs.map(String)).size !== ucan.proofs.length || ucan.proofs.length > BLOCKS)
    throw new Error('A UCAN names a proof twice, or too many');
  if (!Buffer.from(encodeUcan(ucan, { iss: map['iss'], aud: map['aud'], s: map['s'] })).equals(block.bytes))
    throw new Error('A UCAN is not in its canonical encoding');
  return ucan;
}

/** Signs the payload and puts it into its block. */
export async function signUcan(
  payload: Payload,
  algorithm: Algorithm,
  sign: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<Ucan> {
  const raw = await sign(signedBytes(payload, algorithm));
  const parts = {
    iss: writePrincipal(payload.issuer),
    aud: writePrincipal(payload.audience),
    s: writeSignature({ algorithm, raw }),
  };
  return readUcan(blockOf(encodeUcan(payload, parts)));
}

/** What the signature is over: the payload as a JWT of dag-json, without its signature. */
export function signedBytes(payload: Payload, algorithm: Algorithm): Uint8Array {
  const { notBefore, nonce, facts } = payload;
  const head = encodeJson({ alg: algorithm, ucv: VERSION, typ: 'JWT' });
  const body = encodeJson({
    iss: payload.issuer,
    aud: payload.audience,
    att: payload.capabilities,
    exp: payload.expiration,
    prf: payload.proofs.map((proof) => proof.toString()),
    ...(facts.length > 0 ? { fct: facts } : {}),
    ...(nonce === undefined ? {} : { nnc: nonce }),
    ...(notBefore === undefined ? {} : { nbf: notBefore }),
  });
  return Buffer.from(`${base64url(head)}.${base64url(body)}`);
}

/** The canonical block. Keys that say nothing are left out. */
function encodeUcan(payload: Payload, parts: Parts): Uint8Array {
  const { notBefore, nonce, facts } = payload;
  return encodeCbor({
    ...parts,
    v: VERSION,
    att: payload.capabilities,
    prf: payload.proofs,
    exp: payload.expiration,
    ...(facts.length > 0 ? { fct: facts } : {}),
    ...(nonce === undefined ? {} : { nnc: nonce }),
    ...(notBefore === undefined ? {} : { nbf: notBefore }),
  });
}

/** What of a UCAN is bytes, in the one form that reading them lets pass. */
interface Parts {
  readonly iss: unknown;
  readonly aud: unknown;
  readonly s: unknown;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const ABILITY = /^(?:\*|[a-z0-9._-]+(?:\/[a-z0-9._*-]+)+)$/;

function readCapability(value: unknown): Capability {
  const map = record(value, 'att');
  const can = text(map['can'], 'can');
  if (!ABILITY.test(can)) throw new Error('An ability is not in normal form');
  const resource = text(map['with'], 'with');
  if (!URL.canParse(resource)) throw new Error('A resource is no URI');
  for (const key of Object.keys(map)) {
    if (key !== 'can' && key !== 'with' && key !== 'nb') throw new Error('A capability has an unknown key');
  }
  return { can, with: resource, ...(map['nb'] === undefined ? {} : { nb: plainRecord(map['nb'], 'nb') }) };
}

function readLink(value: unknown): CID {
  const cid = CID.asCID(value);
  if (cid === null) throw new Error('A proof is no link');
  return cid;
}

function record(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (!isRecord(value) || CID.asCID(value) !== null) throw new Error(`${what} is no map`);
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(`${what} is no map`);
  return value as Readonly<Record<string, unknown>>;
}

function plainRecord(value: unknown, what: string): Readonly<Record<string, unknown>> {
  checkPlain(value);
  return record(value, what);
}

function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${what} is no list`);
  return value;
}

function text(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') throw new Error(`${what} is no text`);
  return value;
}

function integer(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value) || Number(value) <= 0) throw new Error(`${what} is no time`);
  return Number(value);
}
