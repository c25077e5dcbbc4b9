import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { KeyKind } from './principal-bytes.js';
import type { Algorithm } from './signature.js';
import { verificationKey } from './verification-key.js';

interface Vectors {
  readonly tests: number;
  readonly groups: readonly {
    /** Raw, or an uncompressed point. */
    readonly key: string;
    readonly tests: readonly (readonly [
      id: number,
      result: 'valid' | 'invalid',
      message: string,
      signature: string,
      comment: string,
    ])[];
  }[];
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const vectorsOf = (name: string): Vectors =>
  JSON.parse(readFileSync(new URL(`./fixtures/wycheproof-${name}.json`, import.meta.url), 'utf8')) as Vectors;

/** Orders of the curves (SEC 2, sections 2.4.1 and 2.4.2). */
const ORDERS = {
  secp256k1: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  p256: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
};

/** Of ECDSA's two signatures for one message only that with the smaller `s` counts here. */
function isLow(kind: KeyKind, signature: string): boolean {
  if (kind === 'ed25519') return true;
  return BigInt(`0x${signature.slice(64)}`) <= ORDERS[kind] / 2n;
}

function rawKey(key: string): Buffer {
  const bytes = hex(key);
  if (bytes.length === 32) return bytes;
  const odd = (bytes[64] ?? 0) & 1;
  return Buffer.concat([Buffer.of(2 + odd), bytes.subarray(1, 33)]);
}

describe.each<[KeyKind, Algorithm, number, number]>([
  ['ed25519', 'EdDSA', 151, 88],
  ['secp256k1', 'ES256K', 252, 95],
  ['p256', 'ES256', 262, 103],
])('Wycheproof %s', (kind, algorithm, count, accepted) => {
  const { groups, tests } = vectorsOf(kind);

  it('is whole', () => {
    expect([tests, groups.flatMap((group) => group.tests).length]).toEqual([count, count]);
  });

  it('takes what is valid and has the one form that counts, nothing else', () => {
    let taken = 0;
    for (const group of groups) {
      const key = verificationKey({ kind, bytes: rawKey(group.key) });
      if (key === undefined) throw new Error(`The key ${group.key} was refused`);
      for (const [id, result, message, signature, comment] of group.tests) {
        const expected = result === 'valid' && isLow(kind, signature);
        const holds = key.verify(hex(message), { algorithm, raw: hex(signature) });
        expect(holds, `${id} ${comment}`).toBe(expected);
        if (holds) taken += 1;
      }
    }
    expect(taken).toBe(accepted);
  });
});
