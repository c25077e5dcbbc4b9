import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  pbkdf2,
  sign,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';

/** The DER of a PKCS #8 Ed25519 private key up to its 32 bytes (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key pair; the private half does not leave it. */
export interface KeyPair {
  /** Raw, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** 64 bytes (RFC 8032). */
  sign(bytes: Uint8Array): Uint8Array;
  verify(bytes: Uint8Array, signature: Uint8Array): boolean;
}

/**
 * The seed of a mnemonic without a passphrase, 64 bytes (BIP-39: PBKDF2-HMAC-SHA512, 2,048 rounds, salt
 * `mnemonic`). The words must be valid and in NFKD.
 */
export function mnemonicSeed(mnemonic: string): Promise<Buffer> {
  return promisify(pbkdf2)(mnemonic, 'mnemonic', 2_048, 64, 'sha512');
}

/** The private key of the master node `m` for ed25519, 32 bytes (SLIP-0010, "Master key generation"). */
export function masterKey(seed: Uint8Array): Buffer {
  return createHmac('sha512', 'ed25519 seed').update(seed).digest().subarray(0, 32);
}

/** The key pair of a 32-byte Ed25519 private key. */
export function keyPair(privateKey: Uint8Array): KeyPair {
  const secret = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, privateKey]),
    format: 'der',
    type: 'pkcs8',
  });
  const open = createPublicKey(secret);
  return {
    publicKey: rawPublicKey(open),
    sign: (bytes) => sign(null, bytes, secret),
    verify: (bytes, signature) => signature.byteLength === 64 && verify(null, bytes, open, signature),
  };
}

function rawPublicKey(key: KeyObject): Uint8Array {
  const { x } = key.export({ format: 'jwk' });
  if (x === undefined) throw new TypeError('The key is not an Ed25519 key');
  return Buffer.from(x, 'base64url');
}
