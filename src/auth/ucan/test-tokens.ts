import { abilities as fileAbilities } from '../../../plugins/vfs/access/abilities.js';
import { filesResource } from '../../../plugins/vfs/access/files-resource.js';
import type { Clock, DidDocuments, Signer } from '../../plugin/index.js';
import { person } from '../../testing/person.js';
import { createDids } from '../did/resolve-did.js';
import { createAbilities } from './abilities.js';
import type { Grammar } from './derive.js';
import { createResources } from './resources.js';
import { readToken, writeToken } from './token.js';
import { type Capability, type Payload, signUcan, type Ucan } from './ucan.js';
import { usersOf } from './users.js';
import { createVerifier, type Verifier } from './verify.js';

/** What UCANs may say here: of this oracle, and of files as the file system declares them. */
export const GRAMMAR: Grammar = {
  abilities: createAbilities(fileAbilities, ['chat', 'sampling', 'fs/read'], [filesResource]),
  resources: createResources([filesResource]),
};

export const NOW = Date.UTC(2026, 0, 15, 12) / 1000;

export const oracle = person('oracle');
export const alice = person('alice');
export const bob = person('bob');
export const carol = person('carol');

export type Fields = Partial<Omit<Payload, 'issuer' | 'audience' | 'capabilities' | 'proofs'>> & {
  readonly from: Signer;
  readonly to: { readonly did: string };
  readonly grants: readonly Capability[];
  readonly proofs?: readonly string[];
};

/** A token of exactly these fields, whatever the issuer of ours would refuse. Expires in 60 seconds by default. */
export async function tokenOf({ from, to, grants, proofs = [], ...rest }: Fields): Promise<string> {
  const chains = proofs.map(readToken);
  const ucan = await signUcan(
    {
      expiration: NOW + 60,
      facts: [],
      ...rest,
      issuer: from.did,
      audience: to.did,
      capabilities: grants,
      proofs: chains.map(({ root }) => root.block.cid),
    },
    'EdDSA',
    (bytes) => from.sign(bytes),
  );
  const links = new Map<string, Ucan>([[ucan.cid, ucan]]);
  for (const chain of chains) for (const [cid, link] of chain.links) links.set(cid, link);
  return writeToken({ root: ucan, links });
}

export const on = (can: string, resource: string, hidden?: readonly string[]): Capability => ({
  can,
  with: resource,
  ...(hidden === undefined ? {} : { nb: { hidden } }),
});

export interface TestVerifier extends Verifier, Grammar {
  readonly revoked: Set<string>;
  /** Tokens by the CID of their delegation. */
  readonly stored: Map<string, string>;
  /** Seconds since the epoch. */
  now: number;
}

export interface TestVerifierOptions {
  readonly skew?: number;
  readonly documents?: DidDocuments;
  readonly local?: boolean;
  readonly self?: readonly string[];
  /** Default: anybody. */
  readonly users?: readonly string[];
}

/** The verifier of `oracle` at {@link NOW}, with its memory in sets. */
export function testVerifier(options: TestVerifierOptions = {}): TestVerifier {
  const time = { now: NOW };
  const clock: Clock = { now: () => time.now * 1000 };
  const revoked = new Set<string>();
  const used = new Set<string>();
  const stored = new Map<string, string>();
  const verifier = createVerifier({
    self: new Set(options.self ?? [oracle.did]),
    serves: usersOf(options.users ?? ['*']),
    ...GRAMMAR,
    dids: createDids({
      clock,
      own: new Map(),
      local: options.local ?? false,
      documents: (method) =>
        options.documents?.methods.includes(method) === true ? options.documents : undefined,
    }),
    clock,
    skew: options.skew ?? 0,
    isRevoked: async (cids) => cids.some((cid) => revoked.has(cid)),
    stored: async (cid) => stored.get(cid),
    use: async (cid) => {
      if (used.has(cid)) return false;
      used.add(cid);
      return true;
    },
  });
  return Object.assign(time, verifier, { revoked, stored, ...GRAMMAR });
}

export const cidOf = (token: string): string => readToken(token).root.cid;

export const FILES = 'ixo:filesystem';
export const DAY = 86_400;

/** Alice's own invocation for her files, with what differs. */
export const invocation = (fields: Partial<Fields> = {}): Promise<string> =>
  tokenOf({ from: alice, to: oracle, grants: [on('fs/read', FILES)], ...fields });

/** alice -> bob -> oracle, with what differs. */
export async function delegated(grant: Partial<Fields>, use: Partial<Fields>): Promise<string> {
  const proof = await tokenOf({
    from: alice,
    to: bob,
    grants: [on('fs/write', `${FILES}/docs`)],
    expiration: NOW + DAY,
    ...grant,
  });
  return tokenOf({
    from: bob,
    to: oracle,
    grants: [on('fs/read', `${FILES}/docs`)],
    proofs: [proof],
    ...use,
  });
}
