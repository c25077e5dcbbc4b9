import { createHash, createPublicKey, ECDH, verify } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { createRegistry, fromBinary, type Registry, toJson } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { sha256Hex } from 'oracle-runtime/kit';
import { readSet } from '../schema/read-set.js';
import { bech32 } from '../transactions/bech32.js';
import { decodeMessage, type WireMessage } from '../transactions/wire.js';
import { DESCRIPTORS } from './transaction-descriptors.js';

/** What was done by a transaction, in its order. */
interface DoneMessage {
  readonly typeUrl: string;
  /** As ProtoJSON. */
  readonly value: Record<string, unknown>;
}

/** One that is in a block. */
export interface Block {
  readonly hash: string;
  readonly height: bigint;
  readonly code: number;
  readonly log: string;
  readonly bytes: Uint8Array;
  readonly signer: string;
  readonly messages: readonly DoneMessage[];
  readonly entityDid: string | undefined;
}

export interface LedgerState {
  readonly chainId: string;
  /** By address. */
  readonly accounts: Map<string, { number: bigint; sequence: bigint; balance: bigint }>;
  /** DID documents by id: the services of each. */
  readonly documents: Map<string, Map<string, string>>;
  readonly blocks: Block[];
  /** Taken and not in a block yet. */
  readonly waiting: Uint8Array[];
}

/** What the ante handler of a node says of a transaction: the code and words of a refusal, or nothing. */
interface Refusal {
  readonly code: number;
  readonly log: string;
}

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

export const hashOf = (bytes: Uint8Array): string => sha256Hex(bytes).toUpperCase();

/** Whether it is signed by whom it says, pays its fee, has the next sequence, and speaks for DIDs that are there. */
export function check(state: LedgerState, bytes: Uint8Array, simulated = false): Refusal | undefined {
  const { body, authInfo, signer, publicKey, signature, sequence } = parts(bytes);
  const account = state.accounts.get(signer);
  if (account === undefined) return { code: 9, log: `account ${signer} not found: unknown address` };
  if (sequence !== account.sequence)
    return { code: 32, log: `account sequence mismatch, expected ${account.sequence}, got ${sequence}` };
  const fee = decodeMessage(authInfo).message(2);
  const amount = BigInt(fee.message(1).text(2) || '0');
  if (!simulated) {
    if (amount * 1_000n < fee.whole(2) * 25n) return { code: 13, log: 'insufficient fee' };
    if (amount > account.balance)
      return {
        code: 5,
        log: `spendable balance ${account.balance}uixo is smaller than ${amount}uixo: insufficient funds`,
      };
    if (fee.whole(2) < gasOf(bytes)) return { code: 11, log: 'out of gas' };
    const document = signDocument(body, authInfo, state.chainId, account.number);
    if (!isSigned(document, signature, publicKey))
      return { code: 4, log: 'signature verification failed; please verify account number and chain-id' };
  }
  for (const message of messagesOf(body)) {
    const fault = faultOf(state, message, signer);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Puts a transaction into a block of its own. */
export function include(state: LedgerState, bytes: Uint8Array): Block {
  const { body, authInfo, signer } = parts(bytes);
  const refusal = check(state, bytes);
  const account = state.accounts.get(signer);
  const messages = messagesOf(body);
  let entityDid: string | undefined;
  if (account !== undefined && refusal === undefined) {
    account.sequence += 1n;
    account.balance -= BigInt(decodeMessage(authInfo).message(2).message(1).text(2) || '0');
    for (const message of messages) entityDid = perform(state, message) ?? entityDid;
  }
  const block: Block = {
    hash: hashOf(bytes),
    height: BigInt(state.blocks.length + 100),
    code: refusal?.code ?? 0,
    log: refusal?.log ?? '',
    bytes,
    signer,
    messages,
    entityDid,
  };
  state.blocks.push(block);
  return block;
}

/** Grows with what there is to do. */
export const gasOf = (bytes: Uint8Array): bigint =>
  80_000n + 40_000n * BigInt(decodeMessage(parts(bytes).body).all(1).length);

function parts(bytes: Uint8Array) {
  const raw = decodeMessage(bytes);
  const [body, authInfo] = [raw.bytes(1), raw.bytes(2)];
  const signerInfo = decodeMessage(authInfo).message(1);
  const publicKey = signerInfo.message(1).message(2).bytes(1);
  const key = createHash('ripemd160').update(createHash('sha256').update(publicKey).digest()).digest();
  return {
    body,
    authInfo,
    publicKey,
    signature: raw.bytes(3),
    sequence: signerInfo.whole(3),
    signer: bech32('ixo', key),
  };
}

/** SignDoc, written by hand: what is signed must not depend on the code that is tested. */
function signDocument(body: Uint8Array, authInfo: Uint8Array, chainId: string, number: bigint): Buffer {
  const field = (at: number, content: Uint8Array) =>
    Buffer.concat([Buffer.of((at << 3) | 2), varint(BigInt(content.length)), content]);
  const account = number === 0n ? Buffer.alloc(0) : Buffer.concat([Buffer.of(0x20), varint(number)]);
  return Buffer.concat([field(1, body), field(2, authInfo), field(3, Buffer.from(chainId)), account]);
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left >>= 7n) {
    bytes.push(Number(left & 127n) | (left > 127n ? 128 : 0));
    if (left <= 127n) return Buffer.from(bytes);
  }
}

/** By OpenSSL, and only with the lower of the two s that fit. */
function isSigned(document: Buffer, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (
    signature.length !== 64 ||
    BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`) > HALF_ORDER
  )
    return false;
  const point = ECDH.convertKey(
    Buffer.from(publicKey),
    'secp256k1',
    undefined,
    undefined,
    'uncompressed',
  ) as Buffer;
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'secp256k1', x: coordinate(1), y: coordinate(33) },
  });
  return verify('sha256', document, { key, dsaEncoding: 'ieee-p1363' }, signature);
}

let known: Registry | undefined;
function types(): Registry {
  const set = fromBinary(FileDescriptorSetSchema, gunzipSync(Buffer.from(DESCRIPTORS, 'base64')));
  known ??= createRegistry(...readSet(set.file).files);
  return known;
}

function messagesOf(body: Uint8Array): DoneMessage[] {
  return decodeMessage(body)
    .messages(1)
    .map((any: WireMessage) => {
      const typeUrl = any.text(1);
      const type = types().getMessage(typeUrl.slice(1));
      if (type === undefined) throw new Error(`this chain knows no ${typeUrl}`);
      return { typeUrl, value: toJson(type, fromBinary(type, any.bytes(2))) as Record<string, unknown> };
    });
}

/** As ixo's chain does: whoever speaks for a DID, its document must be there. */
function faultOf(state: LedgerState, { typeUrl, value }: DoneMessage, signer: string): Refusal | undefined {
  const said = value['ownerAddress'] ?? value['signer'];
  if (said !== signer) return { code: 4, log: `${String(said)} did not sign` };
  const speaker = String(value['ownerDid'] ?? value['id']);
  if (typeUrl.endsWith('MsgCreateIidDocument'))
    return state.documents.has(speaker)
      ? { code: 2, log: 'a document with this did already exists' }
      : undefined;
  if (!state.documents.has(speaker)) return { code: 4, log: `did document ${speaker} not found` };
  const services = state.documents.get(speaker);
  if (typeUrl.endsWith('MsgDeleteService') && !services?.has(String(value['serviceId'])))
    return { code: 3, log: 'service not found' };
  return undefined;
}

/** @returns the DID of the entity that it made */
function perform(state: LedgerState, { typeUrl, value }: DoneMessage): string | undefined {
  const id = String(value['id']);
  const services = state.documents.get(id);
  if (typeUrl.endsWith('MsgCreateIidDocument')) state.documents.set(id, new Map());
  else if (typeUrl.endsWith('MsgDeleteService')) services?.delete(String(value['serviceId']));
  else if (typeUrl.endsWith('MsgAddService')) {
    const service = value['serviceData'] as { id: string; serviceEndpoint: string };
    services?.set(service.id, service.serviceEndpoint);
  } else {
    const did = `did:ixo:entity:${createHash('md5').update(String(state.blocks.length)).digest('hex')}`;
    const given = (value['service'] ?? []) as readonly { id: string; serviceEndpoint: string }[];
    state.documents.set(
      did,
      new Map(given.map((each) => [each.id.replace('{id}', did), each.serviceEndpoint])),
    );
    return did;
  }
  return undefined;
}
