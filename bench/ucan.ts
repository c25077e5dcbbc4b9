/**
 * What does it cost to verify a token? The same tokens (an owner's own, and with 1, 2 and 4 delegations behind it)
 * through this project's verifier and through @ucanto/validator, in processor time:
 * `npx tsx bench/ucan.ts [--quick]`. "New" has seen none of the delegations before, "known" all of them, as when one is
 * used for many requests. "With the store" adds to "new" what a request pays: revocations read and the single use written
 * in SQLite.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type API, Delegation } from '@ucanto/core';
import { ed25519 } from '@ucanto/principal';
import { access, capability, fail, Schema } from '@ucanto/validator';
import { abilities } from '../plugins/vfs/access/abilities.js';
import { filesResource } from '../plugins/vfs/access/files-resource.js';
import { createDids } from '../src/auth/did/resolve-did.js';
import { createAbilities } from '../src/auth/ucan/abilities.js';
import { createResources, reaches } from '../src/auth/ucan/resources.js';
import { createVerifier, type Verifier } from '../src/auth/ucan/verify.js';
import { openStore } from '../src/store/index.js';
import type { Store } from '../src/store/types.js';

const resources = createResources([filesResource]);
const ROUNDS = process.argv.includes('--quick') ? 20 : 200;
const WARM_PASSES = 3;
const AIM_MS = 1.5;
const clock = { now: () => Date.now() };

const read = capability({
  can: 'fs/read',
  with: Schema.uri({ protocol: 'ixo:' }),
  nb: Schema.struct({ hidden: Schema.string().array().optional() }),
  derives: (claimed, granted): API.Result<API.Unit, API.Failure> => {
    return reaches(resources, granted.with, claimed.with)
      ? { ok: {} }
      : { error: fail('out of reach').error };
  },
});

type Signer = Awaited<ReturnType<typeof ed25519.Signer.generate>>;

interface People {
  readonly oracle: Signer;
  /** The first owns the files. */
  readonly others: readonly [Signer, ...Signer[]];
}

/** A fresh token with `proofs` delegations behind it. */
async function makeToken({ oracle, others }: People, proofs: number): Promise<string> {
  let chain: API.Delegation[] = [];
  for (let index = 0; index <= proofs; index += 1) {
    const made = await Delegation.delegate({
      issuer: others[index] ?? others[0],
      audience: index === proofs ? oracle : (others[index + 1] ?? oracle),
      capabilities: [{ can: 'fs/read', with: 'ixo:filesystem/docs', nb: { hidden: ['*'] } }],
      expiration: Math.floor(Date.now() / 1000) + 600,
      facts: [{ nonce: randomUUID() }],
      proofs: chain,
    });
    chain = [made];
  }
  const [last] = chain;
  const archive = await last?.archive();
  if (archive?.ok === undefined) throw new Error('no token was made');
  return Buffer.from(archive.ok).toString('base64');
}

function ownVerifier(people: People, store: Store | undefined): Verifier {
  return createVerifier({
    self: new Set([people.oracle.did()]),
    abilities: createAbilities(abilities, [], [filesResource]),
    resources,
    dids: createDids({ clock, own: new Map(), local: false, documents: () => undefined }),
    clock,
    skew: 0,
    serves: () => true,
    stored: async () => undefined,
    isRevoked: async (cids) => (store === undefined ? false : store.ucans.isRevoked(cids)),
    use: async (cid, until) => (store === undefined ? true : store.ucans.use(cid, until)),
  });
}

async function ucanto({ oracle, others }: People, token: string): Promise<void> {
  const { ok: delegation } = await Delegation.extract(Buffer.from(token, 'base64'));
  const result = await access(delegation as never, {
    capability: read,
    authority: oracle.verifier,
    principal: ed25519.Verifier,
    canIssue: (_: unknown, issuer: string) => issuer === others[0].did(),
    validateAuthorization: () => ({ ok: {} }),
  });
  if (result.ok === undefined) throw new Error('ucanto refused the token');
}

/** Processor milliseconds of each token: a neighbour's load changes them less than it does the clock. */
async function costOf(
  tokens: readonly string[],
  verify: (token: string) => Promise<unknown>,
): Promise<number> {
  const before = process.cpuUsage();
  for (const token of tokens) await verify(token);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / tokens.length;
}

async function main(): Promise<void> {
  const make = () => ed25519.Signer.generate();
  const people: People = {
    oracle: await make(),
    others: [await make(), await make(), await make(), await make(), await make()],
  };
  const dataDir = await mkdtemp(join(tmpdir(), 'oracle-bench-ucan-'));
  const store = await openStore({ dataDir, clock });
  const known = ownVerifier(people, undefined);
  const stored = ownVerifier(people, store);
  try {
    console.log(`${ROUNDS} tokens each, processor milliseconds a token`);
    console.log('delegations  base64  new    known  with the store  @ucanto/validator  ratio');
    for (const proofs of [0, 1, 2, 4]) {
      const tokens = await Promise.all(Array.from({ length: ROUNDS }, () => makeToken(people, proofs)));
      const size = tokens[0]?.length ?? 0;
      // Both are compiled by the time they are measured, as in a server that runs.
      for (let pass = 0; pass < WARM_PASSES; pass += 1) {
        await costOf(tokens, known.invocation);
        await costOf(tokens, (token) => ucanto(people, token));
      }
      const ours = await costOf(tokens, ownVerifier(people, undefined).invocation);
      const again = await costOf(tokens, known.invocation);
      const withStore = await costOf(tokens, stored.invocation);
      const theirs = await costOf(tokens, (token) => ucanto(people, token));
      const cells = [
        String(proofs).padEnd(11),
        String(size).padEnd(6),
        ours.toFixed(2).padEnd(5),
        again.toFixed(2).padEnd(5),
        withStore.toFixed(2).padEnd(14),
        theirs.toFixed(2).padEnd(17),
        `${(theirs / ours).toFixed(1)}x`,
      ];
      const verdict = proofs === 1 ? `  (depth 2: aim ${AIM_MS}: ${ours < AIM_MS ? 'met' : 'missed'})` : '';
      console.log(cells.join('  ') + verdict);
    }
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main();
