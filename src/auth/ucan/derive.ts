import type { Abilities } from './abilities.js';
import type { Resource, Resources } from './resources.js';
import type { Chain } from './token.js';
import type { Capability, Ucan } from './ucan.js';

/** What a capability comes down to: what it is about, who gave it first, and what the caveats of all links leave. */
export interface Derivation {
  /** Issuer of the chain's first link. */
  readonly owner: string;
  readonly resource: Resource;
  /** As the resource's kind reads them. */
  readonly caveats: unknown;
}

/** What grants what here, and on what. */
export interface Grammar {
  readonly abilities: Abilities;
  readonly resources: Resources;
}

/** A capability whose every part is understood. */
interface Claim {
  readonly can: string;
  readonly resource: Resource;
  readonly caveats: unknown;
}

/**
 * Follows a capability of the chain's root to where it began. Each link must grant what the next one claims:
 * ability by the lattice, resource and caveats as their kind says: what they leave only shrinks. A link with proofs
 * never speaks for itself. Looks at nothing but what the links say: signatures, time and audiences are
 * checked elsewhere.
 *
 * @returns undefined when no proof grants it, or when proofs of two different owners do, since then the claim does
 * not say whose resource it means.
 */
export function derive(chain: Chain, capability: Capability, grammar: Grammar): Derivation | undefined {
  const { abilities, resources } = grammar;
  const known = new Map<Capability, Derivation | undefined>();

  function follow(ucan: Ucan, each: Capability): Derivation | undefined {
    if (!known.has(each)) known.set(each, trace(ucan, each));
    return known.get(each);
  }

  function trace(ucan: Ucan, each: Capability): Derivation | undefined {
    const claim = readClaim(each, resources);
    if (claim === undefined) return undefined;
    const { resource, caveats } = claim;
    if (ucan.proofs.length === 0) return { owner: ucan.issuer, resource, caveats };
    const sources = ucan.proofs.flatMap((cid) => {
      const proof = chain.links.get(cid.toString());
      return proof === undefined ? [] : grantsOf(proof, claim);
    });
    return unite(sources, claim);
  }

  function grantsOf(proof: Ucan, claim: Claim): readonly Derivation[] {
    return proof.capabilities.flatMap((granted) => {
      const read = readClaim(granted, resources);
      if (read === undefined || !abilities.covers(read.can, claim.can)) return [];
      if (!resources.covers(read.resource, claim.resource)) return [];
      const source = follow(proof, granted);
      return source === undefined ? [] : [source];
    });
  }

  return follow(chain.root, capability);
}

function unite(sources: readonly Derivation[], claim: Claim): Derivation | undefined {
  const [first, ...others] = sources;
  if (first === undefined || others.some(({ owner }) => owner !== first.owner)) return undefined;
  // All of one kind: nothing else covers the claim.
  const { resource } = claim;
  const { narrow, unite: both } = resource.kind.caveats;
  const granted = others.reduce((caveats, other) => both(caveats, other.caveats), first.caveats);
  return { owner: first.owner, resource, caveats: narrow(granted, claim.caveats) };
}

/** Undefined for a resource or a caveat that is not understood: it grants nothing, and nothing derives from it. */
export function readClaim({ can, with: text, nb }: Capability, resources: Resources): Claim | undefined {
  const resource = resources.parse(text);
  const caveats = resource?.kind.caveats.read(nb ?? {});
  return resource === undefined || caveats === undefined ? undefined : { can, resource, caveats };
}
