import { decode, encode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { type Block, blockOf } from './block.js';
import { readCar, writeCar } from './car.js';
import { alice, bob, NOW, on, oracle, testVerifier, tokenOf } from './test-tokens.js';
import { readToken } from './token.js';

const FILES = 'ixo:filesystem';
const plain = () => tokenOf({ from: alice, to: oracle, grants: [on('fs/read', FILES)] });
const blocksOf = (token: string): Block[] => [...readCar(Buffer.from(token, 'base64')).blocks.values()];
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** The token of a root UCAN block with other fields, under the signature that it had. */
async function rewritten(
  change: (map: Record<string, unknown>) => Record<string, unknown>,
  token?: string,
): Promise<string> {
  const { root } = readToken(token ?? (await plain()));
  const block = blockOf(encode(change(decode(root.block.bytes))));
  return base64(writeCar([block, blockOf(encode({ 'ucan@0.9.1': block.cid }))]));
}

describe('what a token must be', () => {
  it.each<[string, (token: string) => string | Promise<string>, RegExp]>([
    ['base64', (token) => `${token.slice(0, 8)}!${token.slice(9)}`, /base64/],
    ['not base64url', (token) => `${token}_-`, /base64/],
    ['at most 64 KiB', () => 'A'.repeat(65_537), /65536/],
    ['not empty', () => '', /base64/],
    ['a CAR', () => base64(Buffer.from('hello')), /./],
    ['not cut off', (token) => base64(Buffer.from(token, 'base64').subarray(0, -1)), /cut off/],
    ['with a root that is there', (token) => base64(writeCar(blocksOf(token).slice(0, 1))), /root block/],
    [
      'with a root of one key, ucan@0.9.1',
      (token) => {
        const { root } = readToken(token);
        const named = blockOf(encode({ 'ucan@0.9.1': root.block.cid, extra: 1 }));
        return base64(writeCar([root.block, named]));
      },
      /root block/,
    ],
    [
      'of version 0.9.1 by its root',
      (token) => {
        const { root } = readToken(token);
        return base64(writeCar([root.block, blockOf(encode({ 'ucan@0.8.0': root.block.cid }))]));
      },
      /root block/,
    ],
    [
      'of at most 16 blocks',
      (token) => {
        const more = Array.from({ length: 15 }, (_, index) => blockOf(encode({ index })));
        return base64(writeCar([...more, ...blocksOf(token)]));
      },
      /16 blocks/,
    ],
    [
      'whole: the proof is in it',
      async () => {
        const proof = await tokenOf({ from: alice, to: bob, grants: [on('fs/read', FILES)] });
        const token = await tokenOf({
          from: bob,
          to: oracle,
          grants: [on('fs/read', FILES)],
          proofs: [proof],
        });
        const lost = readToken(proof).root.cid;
        return base64(writeCar(blocksOf(token).filter(({ cid }) => cid.toString() !== lost)));
      },
      /not in the token/,
    ],
  ])('%s', async (_, change, words) => {
    const token = await change(await plain());
    expect(() => readToken(token)).toThrow(words);
  });

  it('has exactly one root', async () => {
    const [first, last] = blocksOf(await plain());
    if (first === undefined || last === undefined) throw new Error('no blocks');
    const section = (bytes: Uint8Array) => Buffer.concat([varint(bytes.length), bytes]);
    const car = (roots: readonly CID[], version = 1) =>
      Buffer.concat([
        section(encode({ roots, version })),
        ...[first, last].map(({ cid, bytes }) => section(Buffer.concat([cid.bytes, bytes]))),
      ]);
    expect(readCar(car([last.cid])).root.cid.toString()).toBe(last.cid.toString());
    for (const roots of [[], [first.cid, last.cid]])
      expect(() => readCar(car(roots))).toThrow(/exactly one root/);
    expect(() => readCar(car([last.cid], 2))).toThrow(/CARv1/);
  });

  it.each([
    ['another hash than sha2-256 (sha2-512)', Uint8Array.of(1, 0x71, 0x13, 0x40)],
    ['another codec (raw)', Uint8Array.of(1, 0x55, 0x12, 0x20)],
    ['an identity hash', Uint8Array.of(1, 0x71, 0x00, 0x20)],
    ['a truncated digest', Uint8Array.of(1, 0x71, 0x12, 0x10)],
  ])('block CIDs of %s are refused', async (_, head) => {
    const bytes = Buffer.from(await plain(), 'base64');
    const at = bytes.indexOf(Buffer.of(1, 0x71, 0x12, 0x20), 60);
    Buffer.from(head).copy(bytes, at);
    expect(() => readCar(bytes)).toThrow(/dag-cbor/);
  });

  it('block bytes that are not those of their CID are refused', async () => {
    const bytes = Buffer.from(await plain(), 'base64');
    const at = bytes.indexOf('fs/read');
    bytes.write('fs/list', at);
    expect(() => readCar(bytes)).toThrow(/bytes of its CID/);
  });
});

describe('one spelling for one UCAN, so that neither replay nor revocation can be dodged', () => {
  it.each<[string, (map: Record<string, unknown>) => Record<string, unknown>]>([
    ['an unknown key', (map) => ({ ...map, note: 'x' })],
    ['an empty list of facts', (map) => ({ ...map, fct: [] })],
    ['an empty nonce', (map) => ({ ...map, nnc: '' })],
    ['a zero time', (map) => ({ ...map, nbf: 0 })],
    ['no list of proofs', ({ prf: _, ...map }) => map],
    ['an unknown key in a capability', (map) => ({ ...map, att: [{ ...on('fs/read', FILES), x: 1 }] })],
    ['an ability in upper case', (map) => ({ ...map, att: [on('FS/read', FILES)] })],
    [
      'a byte after the signature',
      (map) => ({ ...map, s: Buffer.concat([map['s'] as Uint8Array, Buffer.of(0)]) }),
    ],
    ['a longer varint', (map) => ({ ...map, s: widened(map['s'] as Uint8Array) })],
    ['another version', (map) => ({ ...map, v: '0.9.0' })],
    [
      'a key DID as text',
      (map) => ({ ...map, iss: Buffer.concat([Buffer.of(0x9d, 0x1a), Buffer.from(alice.did.slice(4))]) }),
    ],
  ])('%s', async (_, change) => {
    const token = await rewritten(change);
    await expect(testVerifier().invocation(token)).rejects.toThrow(Error);
    expect(() => readToken(token)).toThrow(Error);
  });

  it('as it was, it is taken', async () => {
    await expect(testVerifier().invocation(await rewritten((map) => map))).resolves.toBeDefined();
  });

  it('a map that reads like a link, or a float like an integer, in what is signed', async () => {
    const link = CID.parse('bafyreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku');
    const fact = (value: unknown) =>
      tokenOf({ from: alice, to: oracle, grants: [on('fs/read', FILES)], facts: [{ value }] });
    await expect(testVerifier().invocation(await fact(link))).resolves.toBeDefined();
    await expect(fact({ '/': link.toString() })).rejects.toThrow(/'\/'/);
    await expect(fact(2 ** 60)).rejects.toThrow(/safe integer/);
    await expect(fact(1n << 60n)).rejects.toThrow(/safe integer/);
    await expect(fact(0.5)).rejects.toThrow(/safe integer/);
    const token = await fact(link);
    const forged = await rewritten((map) => ({ ...map, fct: [{ value: { '/': link.toString() } }] }), token);
    expect(() => readToken(forged)).toThrow(/'\/'/);
  });

  it('a key order or an integer that is not canonical', async () => {
    const { root } = readToken(await plain());
    const bytes = Buffer.from(root.block.bytes);
    // The map's first entry is `s` (the shortest key first); it moves behind `v`.
    const v = bytes.indexOf(Buffer.from([0x61, 0x76]));
    const end = v + 2 + 1 + '0.9.1'.length;
    const swapped = blockOf(
      Buffer.concat([
        bytes.subarray(0, 1),
        bytes.subarray(v, end),
        bytes.subarray(1, v),
        bytes.subarray(end),
      ]),
    );
    const token = base64(writeCar([swapped, blockOf(encode({ 'ucan@0.9.1': swapped.cid }))]));
    expect(() => readToken(token)).toThrow(/canonical/);
  });

  it('the same proof twice', async () => {
    const proof = await tokenOf({
      from: alice,
      to: bob,
      grants: [on('fs/read', FILES)],
      expiration: NOW + 60,
    });
    await expect(
      tokenOf({ from: bob, to: oracle, grants: [on('fs/read', FILES)], proofs: [proof, proof] }),
    ).rejects.toThrow(/twice/);
  });
});

function varint(value: number): Uint8Array {
  return value < 128 ? Uint8Array.of(value) : Uint8Array.of((value & 127) | 128, value >> 7);
}

/** The varsig code with a needless continuation byte. */
function widened(signature: Uint8Array): Uint8Array {
  const [a = 0, b = 0, c = 0] = signature;
  return Buffer.concat([Buffer.of(a, b, c | 0x80, 0), signature.subarray(3)]);
}
