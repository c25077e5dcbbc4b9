import { type API, Delegation, UCAN } from '@ucanto/core';
import { ed25519 } from '@ucanto/principal';
import { access, capability, fail, Schema } from '@ucanto/validator';
import fc from 'fast-check';
import { CID } from 'multiformats/cid';
import * as Digest from 'multiformats/hashes/digest';
import { beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../testing/person.js';
import { invoke } from './issue.js';
import { reaches } from './resources.js';
import { GRAMMAR, testVerifier, tokenOf } from './test-tokens.js';
import { readToken } from './token.js';

/** ucanto has no clock to set, so these chains live around the real now. */
const NOW = Math.floor(Date.now() / 1000);
const FILES = 'ixo:filesystem';

type Signer = Awaited<ReturnType<typeof ed25519.Signer.generate>>;
interface People {
  readonly oracle: Signer;
  readonly alice: Signer;
  readonly bob: Signer;
  readonly carol: Signer;
}
type Name = keyof People;
let people: People;

beforeAll(async () => {
  const make = () => ed25519.Signer.generate();
  people = { oracle: await make(), alice: await make(), bob: await make(), carol: await make() };
});

interface Link {
  readonly from: Name;
  readonly to: Name;
  readonly can: API.Ability;
  readonly with?: `ixo:${string}`;
  readonly hidden?: string[];
  readonly expiration?: number;
  readonly notBefore?: number;
}

/** A chain made by ucanto alone, first link first. */
async function chainOf(
  links: readonly Link[],
  proofs: readonly API.Delegation[] = [],
): Promise<API.Delegation> {
  const [link, ...rest] = links;
  if (link === undefined) {
    const [last] = proofs;
    if (last === undefined) throw new Error('no links');
    return last;
  }
  const made = await Delegation.delegate({
    issuer: people[link.from],
    audience: people[link.to],
    capabilities: [
      {
        can: link.can,
        with: link.with ?? FILES,
        ...(link.hidden === undefined ? {} : { nb: { hidden: link.hidden } }),
      },
    ],
    expiration: link.expiration ?? NOW + 60,
    ...(link.notBefore === undefined ? {} : { notBefore: link.notBefore }),
    proofs: [...proofs],
  });
  return chainOf(rest, [made]);
}

async function tokenFrom(delegation: API.Delegation): Promise<string> {
  const { ok: bytes, error } = await delegation.archive();
  if (bytes === undefined) throw error;
  return Buffer.from(bytes).toString('base64');
}

/** Whether our verifier takes it. */
async function ours(token: string, revoked: readonly string[] = []): Promise<boolean> {
  const verifier = testVerifier({ self: [people.oracle.did()] });
  verifier.now = NOW;
  for (const cid of revoked) verifier.revoked.add(cid);
  return verifier.invocation(token).then(
    () => true,
    () => false,
  );
}

const covers = (
  claimed: { readonly with: string },
  granted: { readonly with: string },
): API.Result<API.Unit, API.Failure> => {
  return reaches(GRAMMAR.resources, granted.with, claimed.with)
    ? { ok: {} }
    : { error: fail('The resource is out of reach').error };
};

function described<Can extends API.Ability>(can: Can) {
  return capability({
    can,
    with: Schema.uri({ protocol: 'ixo:' }),
    nb: Schema.struct({ hidden: Schema.string().array().optional() }),
    derives: covers,
  });
}

// In ucanto a lattice is spelled out: what each ability may derive from besides itself.
const write = described('fs/write');
const remove = described('fs/delete');
const read = write.or(remove).derive({ to: described('fs/read'), derives: covers });
const list = read
  .or(write)
  .or(remove)
  .derive({ to: described('fs/list'), derives: covers });
const CAPABILITIES = { 'fs/write': write, 'fs/delete': remove, 'fs/read': read, 'fs/list': list };
type Known = keyof typeof CAPABILITIES;

/** Whether ucanto takes it, told our lattice, our resources, and that the files are Alice's. */
async function theirs(token: string, can: Known, revoked: readonly string[] = []): Promise<boolean> {
  const extracted = await Delegation.extract(Buffer.from(token, 'base64'));
  if (extracted.ok === undefined) return false;
  const delegation = extracted.ok;
  const cids = [delegation, ...delegation.iterate()].map(({ cid }) => cid.toString());
  const result = await access(delegation as never, {
    capability: CAPABILITIES[can] as typeof write,
    authority: people.oracle.verifier,
    principal: ed25519.Verifier,
    canIssue: (_: unknown, issuer: string) => issuer === people.alice.did(),
    validateAuthorization: () =>
      cids.some((cid) => revoked.includes(cid)) ? (fail('revoked') as never) : { ok: {} },
  });
  return result.ok !== undefined;
}

const owner = (can: API.Ability, more: Partial<Link> = {}): Link => ({
  from: 'alice',
  to: 'bob',
  can,
  ...more,
});
const use = (can: API.Ability, more: Partial<Link> = {}): Link => ({
  from: 'bob',
  to: 'oracle',
  can,
  ...more,
});

describe('agrees with ucanto', () => {
  it.each<[string, readonly Link[], Known, boolean]>([
    ['the owner herself', [{ from: 'alice', to: 'oracle', can: 'fs/write' }], 'fs/write', true],
    ['a delegate', [owner('fs/write'), use('fs/write')], 'fs/write', true],
    ['narrower ability', [owner('fs/write'), use('fs/read')], 'fs/read', true],
    ['two steps down the lattice', [owner('fs/write'), use('fs/list')], 'fs/list', true],
    ['delete implies read', [owner('fs/delete'), use('fs/read')], 'fs/read', true],
    ['write does not imply delete', [owner('fs/write'), use('fs/delete')], 'fs/delete', false],
    ['ability escalation', [owner('fs/read'), use('fs/write')], 'fs/write', false],
    ['a star grants all', [owner('*'), use('fs/delete')], 'fs/delete', true],
    [
      'narrower resource',
      [owner('fs/read', { with: 'ixo:filesystem/docs' }), use('fs/read', { with: 'ixo:filesystem/docs/a' })],
      'fs/read',
      true,
    ],
    [
      'a sibling with the same beginning',
      [owner('fs/read', { with: 'ixo:filesystem/docs' }), use('fs/read', { with: 'ixo:filesystem/docs2' })],
      'fs/read',
      false,
    ],
    [
      'escape to the parent',
      [owner('fs/read', { with: 'ixo:filesystem/docs' }), use('fs/read')],
      'fs/read',
      false,
    ],
    [
      'escape by dots',
      [
        owner('fs/read', { with: 'ixo:filesystem/docs' }),
        use('fs/read', { with: 'ixo:filesystem/docs/../x' }),
      ],
      'fs/read',
      false,
    ],
    ['an expired invocation', [owner('fs/read'), use('fs/read', { expiration: NOW - 5 })], 'fs/read', false],
    ['an expired delegation', [owner('fs/read', { expiration: NOW - 5 }), use('fs/read')], 'fs/read', false],
    [
      'an invocation of tomorrow',
      [owner('fs/read'), use('fs/read', { notBefore: NOW + 50 })],
      'fs/read',
      false,
    ],
    [
      'a delegation of tomorrow',
      [owner('fs/read', { notBefore: NOW + 50 }), use('fs/read')],
      'fs/read',
      false,
    ],
    ['a delegation to someone else', [owner('fs/read', { to: 'carol' }), use('fs/read')], 'fs/read', false],
    [
      'three links',
      [
        owner('fs/write'),
        { from: 'bob', to: 'carol', can: 'fs/read' },
        { from: 'carol', to: 'oracle', can: 'fs/list' },
      ],
      'fs/list',
      true,
    ],
    [
      'escalation in the middle',
      [
        owner('fs/list'),
        { from: 'bob', to: 'carol', can: 'fs/read' },
        { from: 'carol', to: 'oracle', can: 'fs/list' },
      ],
      'fs/list',
      false,
    ],
    [
      'with caveats',
      [owner('fs/read', { hidden: ['*'] }), use('fs/read', { hidden: ['/a'] })],
      'fs/read',
      true,
    ],
  ])('on %s', async (_, links, can, expected) => {
    const token = await tokenFrom(await chainOf(links));
    expect({ ours: await ours(token), theirs: await theirs(token, can) }).toEqual({
      ours: expected,
      theirs: expected,
    });
  });

  it('on a revoked link', async () => {
    const proof = await chainOf([owner('fs/read')]);
    const token = await tokenFrom(await chainOf([use('fs/read')], [proof]));
    const revoked = [proof.cid.toString()];
    expect([await ours(token), await theirs(token, 'fs/read')]).toEqual([true, true]);
    expect([await ours(token, revoked), await theirs(token, 'fs/read', revoked)]).toEqual([false, false]);
  });

  it('on a signature of someone else', async () => {
    const token = await tokenOf({
      from: { did: people.alice.did(), sign: person('mallory').sign },
      to: { did: people.oracle.did() },
      grants: [{ can: 'fs/read', with: FILES }],
      expiration: NOW + 60,
    });
    expect([await ours(token), await theirs(token, 'fs/read')]).toEqual([false, false]);
  });

  it('on the wire: what either writes the other reads, to the same CIDs', async () => {
    const made = await chainOf([owner('fs/read', { hidden: ['/a'] }), use('fs/read', { hidden: ['*'] })]);
    const chain = readToken(await tokenFrom(made));
    expect([...chain.links.keys()]).toEqual([made, ...made.iterate()].map(({ cid }) => cid.toString()));
    expect(chain.root.issuer).toBe(people.bob.did());
    const issuer = person('alice');
    const { token, cid } = await invoke({
      issuer,
      audience: people.oracle.did(),
      clock: { now: () => NOW * 1000 },
      capability: { can: 'fs/read', with: 'ixo:filesystem/ünï', nb: { hidden: ['*'] } },
    });
    const extracted = await Delegation.extract(Buffer.from(token, 'base64'));
    expect(extracted.ok?.cid.toString()).toBe(cid);
    const signed = extracted.ok?.data;
    if (signed === undefined) throw new Error('ucanto cannot read it');
    expect(
      await UCAN.verifySignature(signed, ed25519.Verifier.parse(issuer.did as `did:key:${string}`)),
    ).toBe(true);
  });
});

describe('is stricter than ucanto', () => {
  it('where a revoked delegation comes back under a CID that is not its own', async () => {
    const proof = await chainOf([owner('fs/read')]);
    const token = await tokenFrom(await repacked(proof));
    const revoked = [proof.cid.toString()];
    expect(await theirs(token, 'fs/read', revoked), 'ucanto falls for it').toBe(true);
    expect(await ours(token, revoked)).toBe(false);
    expect(() => readToken(token)).toThrow(/bytes of its CID/);
  });

  it('where the token is for another service', async () => {
    const token = await tokenFrom(await chainOf([{ from: 'alice', to: 'carol', can: 'fs/read' }]));
    expect(await theirs(token, 'fs/read'), 'ucanto does not look').toBe(true);
    expect(await ours(token)).toBe(false);
  });
});

/** An invocation whose proof is the delegation's bytes under a CID that the forger made up. */
async function repacked(proof: API.Delegation): Promise<API.Delegation> {
  const invented = CID.createV1(0x71, Digest.create(0x12, Buffer.alloc(32, 7)));
  const fake = new Delegation.Delegation(
    { ...proof.root, cid: invented } as unknown as typeof proof.root,
    new Map(),
  );
  return chainOf([use('fs/read')], [fake as unknown as API.Delegation]);
}

describe('damage', () => {
  const chain = async () =>
    Buffer.from(
      await tokenFrom(await chainOf([owner('fs/write', { hidden: ['*'] }), use('fs/read')])),
      'base64',
    );

  it('no flipped bit is let through', async () => {
    const bytes = await chain();
    expect(await ours(bytes.toString('base64'))).toBe(true);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(await ours(flipped.toString('base64')), `bit ${bit}`).toBe(false);
    }
  });

  it('no prefix is let through', async () => {
    const bytes = await chain();
    for (let length = 0; length < bytes.length; length += 1)
      expect(await ours(bytes.subarray(0, length).toString('base64')), `${length} bytes`).toBe(false);
  });

  it('whatever is cut, doubled or overwritten fails as InvalidUcan or UngrantedUcan, never otherwise', async () => {
    const bytes = await chain();
    const verifier = testVerifier({ self: [people.oracle.did()] });
    verifier.now = NOW;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length),
        fc.nat(200),
        fc.uint8Array({ maxLength: 200 }),
        async (at, length, patch) => {
          const damaged = Buffer.concat([bytes.subarray(0, at), patch, bytes.subarray(at + length)]);
          fc.pre(!damaged.equals(bytes));
          await expect(verifier.invocation(damaged.toString('base64'))).rejects.toThrow(
            expect.objectContaining({ name: expect.stringMatching(/^(InvalidUcan|UngrantedUcan)$/) }),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
