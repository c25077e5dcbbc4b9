import { parseResource, type Resource, resourceCovers } from '../../plugin/index.js';
import type { Abilities } from './abilities.js';
import { intersectReveals, type Reveal, readReveal, uniteReveals } from './hidden.js';
import type { Chain } from './token.js';
import type { Capability, Ucan } from './ucan.js';

/** What a capability comes down to: who gave it first, and what of the hidden it reveals. */
export interface Derivation {
  /** Issuer of the chain's first link. */
  readonly owner: string;
  readonly reveal: Reveal;
}

/** A capability whose every part is understood. */
interface Claim {
  readonly can: string;
  readonly resource: Resource;
  readonly reveal: Reveal;
}

/**
 * Follows a capability of the chain's root to where it began. Each link must grant what the next one claims:
 * ability by the lattice, resource segment by segment; what is revealed shrinks to what every link reveals. A link
 * with proofs never speaks for itself. Looks at nothing but what the links say: signatures, time and audiences are
 * checked elsewhere.
 *
 * @returns undefined when no proof grants it, or when proofs of two different owners do, since then the claim does
 * not say whose resource it means.
 */
export function derive(chain: Chain, capability: Capability, abilities: Abilities): Derivation | undefined {
  const known = new Map<Capability, Derivation | undefined>();

  function follow(ucan: Ucan, each: Capability): Derivation | undefined {
    if (!known.has(each)) known.set(each, trace(ucan, each));
    return known.get(each);
  }

  function trace(ucan: Ucan, each: Capability): Derivation | undefined {
    const claim = readClaim(each);
    if (claim === undefined) return undefined;
    if (ucan.proofs.length === 0) return { owner: ucan.issuer, reveal: claim.reveal };
    const sources = ucan.proofs.flatMap((cid) => {
      const proof = chain.links.get(cid.toString());
      return proof === undefined ? [] : grantsOf(proof, claim);
    });
    return unite(sources, claim);
  }

  function grantsOf(proof: Ucan, claim: Claim): readonly Derivation[] {
    return proof.capabilities.flatMap((granted) => {
      const read = readClaim(granted);
      if (read === undefined || !abilities.covers(read.can, claim.can)) return [];
      if (!resourceCovers(read.resource, claim.resource)) return [];
      const source = follow(proof, granted);
      return source === undefined ? [] : [source];
    });
  }

  return follow(chain.root, capability);
}

function unite(sources: readonly Derivation[], claim: Claim): Derivation | undefined {
  const [first, ...others] = sources;
  if (first === undefined || others.some(({ owner }) => owner !== first.owner)) return undefined;
  const granted = others.reduce<Reveal>((reveal, other) => uniteReveals(reveal, other.reveal), first.reveal);
  return { owner: first.owner, reveal: intersectReveals(granted, claim.reveal) };
}

function readClaim({ can, with: text, nb }: Capability): Claim | undefined {
  const resource = parseResource(text);
  const reveal = readReveal(nb);
  return resource === undefined || reveal === undefined ? undefined : { can, resource, reveal };
}
