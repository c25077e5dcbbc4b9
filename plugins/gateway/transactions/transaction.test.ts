import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chainAccountOf } from './account.js';
import { bech32 } from './bech32.js';
import { hashOf, signedTransaction } from './transaction.js';

const hex = (text: string) => Buffer.from(text, 'hex');

/** The published test vectors of cosmjs (`packages/proto-signing/src/testutils.ts`), made by the Cosmos SDK's `simd`. */
const WORDS =
  'economy stock theory fatal elder harbor betray wasp final emotion task crumble siren bottom lizard educate guess current outdoor pair theory focus wife stone';
const BODY =
  '0a90010a1c2f636f736d6f732e62616e6b2e763162657461312e4d736753656e6412700a2d636f736d6f7331706b707472653766646b6c366766727a6c65736a6a766878686c63337234676d6d6b38727336122d636f736d6f7331717970717870713971637273737a673270767871367273307a716733797963356c7a763778751a100a0575636f736d120731323334353637';
const SIGNATURES = [
  'c9dd20e07464d3a688ff4b710b1fbc027e495e797cfa0b4804da2ed117959227772de059808f765aa29b8f92edf30f4c2c5a438e30d3fe6897daa7141e3ce6f9',
  '525adc7e61565a509c60497b798c549fbf217bb5cd31b24cc9b419d098cc95330c99ecc4bc72448f85c365a4e3f91299a3d40412fb3751bab82f1940a83a0a4c',
  'f3f2ca73806f2abbf6e0fe85f9b8af66f0e9f7f79051fdb8abe5bb8633b17da132e82d577b9d5f7a6dae57a144efc9ccc6eef15167b44b3b22a57240109762af',
];
const AUTH_INFO_OF_0 =
  '0a4e0a460a1f2f636f736d6f732e63727970746f2e736563703235366b312e5075624b657912230a21034f04181eeba35391b858633a765c4a0c189697b40d216354d50890d350c7029012040a02080112130a0d0a0575636f736d12043230303010c09a0c';

describe('an account of the chain', () => {
  it('has the key and address that cosmjs gives its words', async () => {
    const { address, publicKey } = await chainAccountOf(WORDS, 'cosmos');
    expect(Buffer.from(publicKey).toString('base64')).toBe('A08EGB7ro1ORuFhjOnZcSgwYlpe0DSFjVNUIkNNQxwKQ');
    expect(address).toBe('cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6');
  });

  it('has the address that the SDK of ixo gives its words', async () => {
    const { address } = await chainAccountOf(`${'abandon '.repeat(11)}about`);
    expect(address).toBe('ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx');
  });

  it('is written as BIP-173 does', () => {
    // Its example: a witness program of version 0, whose first word is 0.
    const program = hex('751e76e8199196d454941c45d1b3a323f1433bd6');
    const written = bech32('bc', program);
    expect(written.slice(3, -6)).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'.slice(4, -6));
  });
});

it.each(SIGNATURES.map((signature, sequence) => ({ signature, sequence })))(
  'signs as the SDK does, at sequence $sequence',
  async ({ signature, sequence }) => {
    const account = await chainAccountOf(WORDS, 'cosmos');
    const transaction = signedTransaction(hex(BODY), account, {
      chainId: 'simd-testing',
      accountNumber: 1n,
      sequence: BigInt(sequence),
      fee: { amount: 2000n, denom: 'ucosm', gas: 200_000n },
    });
    const written = Buffer.from(transaction).toString('hex');
    expect(written.slice(-128)).toBe(signature);
    if (sequence === 0) expect(written).toBe(`0a9301${BODY}1265${AUTH_INFO_OF_0}1a40${signature}`);
    expect(hashOf(transaction)).toBe(createHash('sha256').update(transaction).digest('hex').toUpperCase());
  },
);
