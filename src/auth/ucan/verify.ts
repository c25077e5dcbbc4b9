import { timeLimit } from '../../kit/index.js';
import { type Clock, type Grant, OracleError } from '../../plugin/index.js';
import type { Deadline, Dids } from '../did/resolve-did.js';
import type { Block } from './block.js';
import { type Derivation, derive, type Grammar, readClaim } from './derive.js';
import { INVOCATION_SECONDS } from './limits.js';
import { type Chain, resolveToken } from './token.js';
import { type Capability, readUcan, signedBytes, type Ucan } from './ucan.js';

export interface VerifierDeps extends Grammar {
  /** The DIDs of this oracle: what a token must be addressed to, and who owns `ixo:oracle`. */
  readonly self: ReadonlySet<string>;
  /** Whether a DID may act here by an authority of its own. */
  serves(did: string): boolean;
  readonly dids: Dids;
  readonly clock: Clock;
  /** Seconds that other clocks may be off. */
  readonly skew: number;
  isRevoked(cids: readonly string[]): Promise<boolean>;
  /** The token that was stored for a delegation, by its CID: what a chain names and does not bring may be here. */
  stored(cid: string): Promise<string | undefined>;
  /** Atomically marks an invocation as used; false when it was. `until` is milliseconds since the epoch. */
  use(cid: string, until: number): Promise<boolean>;
}

/** A token that holds. */
export interface Verified {
  readonly cid: string;
  readonly issuer: string;
  readonly audience: string;
  /** Seconds since the epoch; null never expires. */
  readonly expiration: number | null;
  /** When the first delegation behind it expires for good, in milliseconds since the epoch. */
  readonly provenUntil: number | undefined;
  /** What each capability of the token grants; of an invocation there is one. */
  readonly grants: readonly Grant[];
}

/** The token does not hold. Why is for tests and people who inspect their own tokens, never for a client. */
export class InvalidUcan extends Error {
  override readonly name = 'InvalidUcan';
}

/** The token holds, but its chain does not grant what it claims. */
export class UngrantedUcan extends Error {
  override readonly name = 'UngrantedUcan';
}

export interface Verifier {
  /**
   * Verifies a token that asks for something now, and uses it up.
   * @throws InvalidUcan, UngrantedUcan, or OracleError when a DID's document cannot be had
   */
  invocation(token: string): Promise<Verified>;
  /** Verifies a delegation to this oracle, which may be used again and last long. @throws the same */
  delegation(token: string): Promise<Verified>;
  /** Verifies a delegation to whomever, which others may refer to. @throws the same */
  proof(token: string): Promise<Verified>;
}

const RESOLVE_MS = 5_000;
/** Issuers of one token that must be looked up elsewhere: a stranger's token must not make us ask the whole world. */
const FAR_ISSUERS = 4;

/** Delegations whose signature was seen to hold and which are kept, parsed. */
const REMEMBERED = 1_000;

/** The rules of UCAN 0.9.1 in one place; what costs least comes first. */
export function createVerifier(deps: VerifierDeps): Verifier {
  /**
   * By CID, which is the hash of all that was read and signed. A `did:key` is its key for good, so neither can turn out
   * otherwise later; time, audience and revocation are asked about anew.
   */
  const genuine = new Map<string, Ucan>();
  const read = (block: Block): Ucan => genuine.get(block.cid.toString()) ?? readUcan(block);

  function remember({ root, links }: Chain): void {
    for (const [cid, link] of links) {
      if (link === root || isFar(link) || genuine.has(cid)) continue;
      if (genuine.size >= REMEMBERED) genuine.clear();
      genuine.set(cid, link);
    }
  }

  async function verify(token: string, check: (root: Ucan, now: number) => void): Promise<Verified> {
    const chain = await readChain(token, deps.stored, read);
    const now = Math.floor(deps.clock.now() / 1000);
    check(chain.root, now);
    for (const link of chain.links.values()) {
      checkTime(link, now, deps.skew);
      checkAudiences(link, chain);
    }
    let signal: AbortSignal | undefined;
    const deadline = () => {
      signal ??= timeLimit(RESOLVE_MS);
      return signal;
    };
    await checkSignatures(chain, genuine, deps.dids, deadline, mayGrant(chain) ? FAR_ISSUERS : 0);
    remember(chain);
    holds(!(await deps.isRevoked([...chain.links.keys()])), 'a link is revoked');
    const grants: Grant[] = [];
    for (const capability of chain.root.capabilities) {
      const grant = await grantOf(chain, capability, deadline);
      if (grant !== undefined) grants.push(grant);
    }
    if (grants.length === 0) throw new UngrantedUcan('Its chain does not grant what it claims');
    const { cid, issuer, audience, expiration } = chain.root;
    return { cid, issuer, audience, expiration, grants, provenUntil: provenUntil(chain, deps.skew) };
  }

  /** Whether the chain grants something as far as its words go. When not, nobody is asked about its issuers. */
  function mayGrant(chain: Chain): boolean {
    if (![...chain.links.values()].some(isFar)) return true;
    return chain.root.capabilities.some((capability) => {
      const derivation = derive(chain, capability, deps);
      return derivation !== undefined && servesOwner(derivation);
    });
  }

  /** What is the oracle's begins with the oracle. What is a person's, with one whom this oracle serves. */
  function servesOwner({ owner, resource }: Derivation): boolean {
    const whose = resource.kind.owner(resource.value);
    if (whose === 'oracle') return deps.self.has(owner);
    const dids = whose === 'issuer' ? [owner] : [whose.did, owner];
    return dids.some((did) => deps.self.has(did) || deps.serves(did));
  }

  async function grantOf(
    chain: Chain,
    capability: Capability,
    deadline: Deadline,
  ): Promise<Grant | undefined> {
    const derivation = derive(chain, capability, deps);
    if (derivation === undefined || !(await isOwner(derivation, deadline))) return undefined;
    const { owner, resource, caveats } = derivation;
    const nb = resource.kind.caveats.write(caveats);
    const proofs = [...chain.links.keys()].filter((cid) => cid !== chain.root.cid);
    return Object.freeze({ can: capability.can, with: capability.with, nb, owner, proofs });
  }

  /**
   * A chain may begin only with who owns the resource, and whom this oracle serves. What everybody has is named from
   * its owner, so it always fits.
   */
  async function isOwner(derivation: Derivation, deadline: Deadline): Promise<boolean> {
    if (!servesOwner(derivation)) return false;
    const { owner, resource } = derivation;
    const whose = resource.kind.owner(resource.value);
    if (whose === 'oracle' || whose === 'issuer' || whose.did === owner) return true;
    return (await known(deps.dids.controllers(whose.did, deadline))).includes(owner);
  }

  function isForUs({ audience }: Ucan): void {
    holds(deps.self.has(audience), 'it is addressed to someone else');
  }

  return {
    async invocation(token) {
      const verified = await verify(token, (root, now) => {
        isForUs(root);
        holds(root.capabilities.length === 1, 'an invocation has exactly one capability');
        const longest = now + INVOCATION_SECONDS + deps.skew;
        holds(root.expiration !== null && root.expiration <= longest, 'an invocation lives too long');
        holds(
          root.capabilities.every((each) => readClaim(each, deps.resources) !== undefined),
          'its claim is not in normal form or has an unknown caveat',
        );
      });
      const until = ((verified.expiration ?? 0) + deps.skew + 1) * 1000;
      holds(await deps.use(verified.cid, until), 'it was used before');
      return verified;
    },
    delegation: (token) => verify(token, isForUs),
    proof: (token) => verify(token, () => undefined),
  };
}

async function readChain(
  token: string,
  stored: VerifierDeps['stored'],
  read: (block: Block) => Ucan,
): Promise<Chain> {
  try {
    return await resolveToken(token, stored, read);
  } catch (error) {
    if (OracleError.isInstance(error)) throw error;
    throw new InvalidUcan(error instanceof Error ? error.message : 'It cannot be read', { cause: error });
  }
}

function holds(condition: boolean, words: string): asserts condition {
  if (!condition) throw new InvalidUcan(words);
}

function checkTime({ expiration, notBefore }: Ucan, now: number, skew: number): void {
  holds(expiration === null || expiration + skew > now, 'a link has expired');
  holds(notBefore === undefined || notBefore <= now + skew, 'a link is not valid yet');
}

/** The token itself asks once, and may have expired while what it asked for goes on. */
function provenUntil({ root, links }: Chain, skew: number): number | undefined {
  const ends = [...links.values()].flatMap((link) =>
    link === root || link.expiration === null ? [] : [(link.expiration + skew) * 1000],
  );
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** Each delegation must have been given to whoever uses it. */
function checkAudiences(link: Ucan, { links }: Chain): void {
  for (const cid of link.proofs)
    holds(links.get(cid.toString())?.audience === link.issuer, 'a delegation was given to someone else');
}

/** Issuers whose key is not in their DID. */
function isFar({ issuer }: Ucan): boolean {
  return !issuer.startsWith('did:key:');
}

/** Those first that can be checked by themselves: nobody is asked about a chain with a forged link. */
async function checkSignatures(
  { links }: Chain,
  genuine: ReadonlyMap<string, Ucan>,
  dids: Dids,
  deadline: Deadline,
  mostFar: number,
): Promise<void> {
  const all = [...links.values()].filter(({ cid }) => !genuine.has(cid));
  const far = all.filter(isFar);
  holds(
    new Set(far.map(({ issuer }) => issuer)).size <= mostFar,
    'too many of its issuers must be looked up',
  );
  for (const link of [...all.filter((each) => !isFar(each)), ...far]) {
    const keys = await known(dids.keys(link.issuer, deadline));
    const message = signedBytes(link, link.signature.algorithm);
    holds(
      keys.some((key) => key.verify(message, link.signature)),
      'a signature does not hold',
    );
  }
}

/** An answer about a DID. Failures that the plugin names (the chain is down) pass; any other is the token's. */
async function known<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (OracleError.isInstance(error)) throw error;
    throw new InvalidUcan('a DID cannot be resolved', { cause: error });
  }
}
