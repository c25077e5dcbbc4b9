import { createHash } from 'node:crypto';
import { sha256Hex } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';

/**
 * The drand network `quicknet` of the League of Entropy: one random value every three seconds, each a BLS signature
 * that anyone can check against this public key. Source: api.drand.sh/<hash>/info, published with the launch
 * announcement at docs.drand.love (2023-10-16).
 */
export const QUICKNET = Object.freeze({
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  genesisSeconds: 1_692_803_367,
  periodSeconds: 3,
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
});

/** Domain separation tag of the network's scheme, bls-unchained-g1-rfc9380. */
const DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** One published value, as `https://api.drand.sh/<chain>/public/<round>` answers it. Hexadecimal. */
export interface DrandBeacon {
  readonly round: number;
  readonly randomness: string;
  readonly signature: string;
}

/** The round whose value is the newest at a time: floor((t - genesis) / period) + 1. `atMs` is Unix milliseconds. */
export function drandRoundAt(atMs: number): number {
  return Math.floor((atMs / 1000 - QUICKNET.genesisSeconds) / QUICKNET.periodSeconds) + 1;
}

/** The last round of the year 9999: later ones have no date that all programs can write. */
export const LAST_ROUND = drandRoundAt(Date.UTC(10_000, 0, 1) - 1);

/** Unix milliseconds at which a round is published. */
export function drandRoundTime(round: number): number {
  return (QUICKNET.genesisSeconds + (round - 1) * QUICKNET.periodSeconds) * 1000;
}

function refuse(field: string, detail: string, message: string): never {
  throw new OracleError('invalid_request', {
    detail,
    hint: `Copy round, randomness and signature from https://api.drand.sh/${QUICKNET.chainHash}/public/<round>.`,
    errors: [{ field, message }],
  });
}

/**
 * Checks a beacon without a network: the randomness is SHA-256 of the signature, and the signature is the
 * network's own over SHA-256 of the round number (BLS on BLS12-381, signatures in G1).
 *
 * @throws OracleError `invalid_request` naming what does not fit.
 */
export async function checkDrandBeacon(beacon: DrandBeacon): Promise<void> {
  if (!Number.isSafeInteger(beacon.round) || beacon.round < 1) {
    refuse(
      'beacon.round',
      `The drand round ${beacon.round} is not a positive whole number.`,
      'must be a positive whole number',
    );
  }
  if (!/^[0-9a-f]{96}$/.test(beacon.signature)) {
    refuse(
      'beacon.signature',
      'The drand signature is not 96 lower-case hexadecimal digits.',
      'must be 96 lower-case hexadecimal digits',
    );
  }
  const signature = new Uint8Array(Buffer.from(beacon.signature, 'hex'));
  const randomness = sha256Hex(signature);
  if (randomness !== beacon.randomness) {
    refuse(
      'beacon.randomness',
      `The randomness is not the SHA-256 of the signature, which is ${randomness}.`,
      'must be the SHA-256 of the signature',
    );
  }
  if (!(await signedByQuicknet(beacon.round, signature))) {
    refuse(
      'beacon.signature',
      `The signature is not drand quicknet's signature of round ${beacon.round}.`,
      "must be the network's signature of this round",
    );
  }
}

async function signedByQuicknet(round: number, signature: Uint8Array): Promise<boolean> {
  const { bls12_381 } = await import('@noble/curves/bls12-381.js');
  const { shortSignatures, G2 } = bls12_381;
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(round));
  const message = new Uint8Array(createHash('sha256').update(number).digest());
  const publicKey = G2.Point.fromBytes(new Uint8Array(Buffer.from(QUICKNET.publicKey, 'hex')));
  try {
    return shortSignatures.verify(
      shortSignatures.Signature.fromBytes(signature),
      shortSignatures.hash(message, DST),
      publicKey,
    );
  } catch {
    return false; // bytes that are no point of the curve are no signature
  }
}
