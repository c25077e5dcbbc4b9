import { sha256Hex } from 'oracle-runtime/kit';
import type { ChainAccount } from './account.js';
import { encodeMessage } from './wire.js';

/** One message of a transaction. */
export interface ChainMessage {
  /** Such as `/ixo.entity.v1beta1.MsgCreateEntity`. */
  readonly typeUrl: string;
  readonly value: Uint8Array;
}

export interface Fee {
  /** In the smallest unit. */
  readonly amount: bigint;
  /** Such as `uixo`. */
  readonly denom: string;
  /** The most gas that it may use. */
  readonly gas: bigint;
}

export interface SigningFacts {
  readonly chainId: string;
  readonly accountNumber: bigint;
  readonly sequence: bigint;
  readonly fee: Fee;
}

const SIGN_MODE_DIRECT = 1n;

/** `TxBody` in wire form. */
export function bodyOf(messages: readonly ChainMessage[]): Uint8Array {
  return encodeMessage({ 1: messages.map(anyOf) });
}

/** `TxRaw` in wire form, signed by SIGN_MODE_DIRECT: over body, fee, chain, account and sequence. */
export function signedTransaction(body: Uint8Array, account: ChainAccount, facts: SigningFacts): Uint8Array {
  const authInfo = authInfoOf(account, facts);
  const signDocument = encodeMessage({ 1: body, 2: authInfo, 3: facts.chainId, 4: facts.accountNumber });
  return encodeMessage({ 1: body, 2: authInfo, 3: [account.sign(signDocument)] });
}

/** As a node takes it for an estimate of its gas: whole but for the signature. */
export function unsignedTransaction(
  body: Uint8Array,
  account: Pick<ChainAccount, 'publicKey'>,
  sequence: bigint,
): Uint8Array {
  const authInfo = authInfoOf(account, { sequence, fee: { amount: 0n, denom: '', gas: 0n } });
  return encodeMessage({ 1: body, 2: authInfo, 3: [new Uint8Array()] });
}

/** How a node names a transaction: the SHA-256 of its bytes, in upper-case hex. */
export function hashOf(transaction: Uint8Array): string {
  return sha256Hex(transaction).toUpperCase();
}

function authInfoOf(
  { publicKey }: Pick<ChainAccount, 'publicKey'>,
  { sequence, fee }: Pick<SigningFacts, 'sequence' | 'fee'>,
): Uint8Array {
  const key = anyOf({
    typeUrl: '/cosmos.crypto.secp256k1.PubKey',
    value: encodeMessage({ 1: publicKey }),
  });
  const mode = encodeMessage({ 1: encodeMessage({ 1: SIGN_MODE_DIRECT }) });
  const coins = fee.amount === 0n ? [] : [encodeMessage({ 1: fee.denom, 2: String(fee.amount) })];
  return encodeMessage({
    1: [encodeMessage({ 1: key, 2: mode, 3: sequence })],
    2: [encodeMessage({ 1: coins, 2: fee.gas })],
  });
}

/** `google.protobuf.Any` in wire form. */
function anyOf({ typeUrl, value }: ChainMessage): Uint8Array {
  return encodeMessage({ 1: typeUrl, 2: value });
}
