import { createHash, createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { mnemonicToSeed } from '@scure/bip39';
import { bech32 } from './bech32.js';

/** Who signs transactions. */
export interface ChainAccount {
  /** Such as `ixo1…`. */
  readonly address: string;
  /** 33 bytes, compressed. */
  readonly publicKey: Uint8Array;
  /** ECDSA over SHA-256, 64 bytes: r and the lower s (RFC 6979). */
  sign(bytes: Uint8Array): Uint8Array;
}

const HARDENED = 0x8000_0000;
/** `m/44'/118'/0'/0/0`: BIP-44, 118 being the coin of Cosmos chains (SLIP-44). */
const PATH = [44 + HARDENED, 118 + HARDENED, HARDENED, 0, 0] as const;

/** The account of a mnemonic. @param prefix of its address */
export async function chainAccountOf(mnemonic: string, prefix = 'ixo'): Promise<ChainAccount> {
  let node = split(hmac('Bitcoin seed', await mnemonicToSeed(mnemonic)));
  for (const index of PATH) node = childOf(node, index);
  const { key } = node;
  const publicKey = secp256k1.getPublicKey(key, true);
  return {
    address: addressOf(publicKey, prefix),
    publicKey,
    sign: (bytes) => secp256k1.sign(bytes, key),
  };
}

/** RIPEMD-160 of the SHA-256 of a key. @param publicKey 33 bytes, compressed */
export function addressOf(publicKey: Uint8Array, prefix = 'ixo'): string {
  const inner = createHash('sha256').update(publicKey).digest();
  return bech32(prefix, createHash('ripemd160').update(inner).digest());
}

interface Node {
  readonly key: Buffer;
  readonly chainCode: Buffer;
}

/** BIP-32, "Private parent key to private child key". */
function childOf({ key, chainCode }: Node, index: number): Node {
  const place = Buffer.alloc(4);
  place.writeUInt32BE(index);
  const parent = index >= HARDENED ? Buffer.concat([Buffer.of(0), key]) : secp256k1.getPublicKey(key, true);
  const child = split(hmac(chainCode, Buffer.concat([parent, place])));
  const sum = (whole(child.key) + whole(key)) % secp256k1.Point.Fn.ORDER;
  return {
    key: Buffer.from(sum.toString(16).padStart(64, '0'), 'hex'),
    chainCode: child.chainCode,
  };
}

const split = (bytes: Buffer): Node => ({ key: bytes.subarray(0, 32), chainCode: bytes.subarray(32) });
const whole = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);
const hmac = (key: string | Buffer, data: Uint8Array): Buffer =>
  createHmac('sha512', key).update(data).digest();
