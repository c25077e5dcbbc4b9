import type { Clock } from '../../plugin/index.js';
import { readKeyDid } from '../keys/principal-bytes.js';
import { verificationKey } from '../keys/verification-key.js';
import { derive, type Grammar } from './derive.js';
import { readToken } from './token.js';
import { type Capability, signedBytes, type Ucan } from './ucan.js';

/** One link of a chain in words and plain data; its signature is judged, not shown. */
export interface LinkView {
  readonly cid: string;
  readonly issuer: string;
  readonly audience: string;
  readonly capabilities: readonly Capability[];
  /** RFC 3339; null never expires. */
  readonly expires: string | null;
  readonly notBefore: string | null;
  readonly time: 'valid' | 'expired' | 'not valid yet';
  readonly signature: 'holds' | 'does not hold' | 'not checked';
  readonly algorithm: string;
  readonly proofs: readonly string[];
  readonly facts: readonly unknown[];
}

export interface TokenView {
  readonly cid: string;
  /** The token's own link first. */
  readonly links: readonly LinkView[];
  /** What the chain grants of what the token claims, under the abilities of this oracle's plugins. */
  readonly grants: readonly GrantView[];
}

/** What is granted, with what `nb` is left beside it. */
export interface GrantView extends Readonly<Record<string, unknown>> {
  readonly can: string;
  readonly with: string;
  readonly owner: string;
}

/**
 * What a token says, link by link, as far as it can be told offline: keys of `did:key` only, no revocations.
 * @throws Error when it is no token
 */
export function inspectToken(token: string, grammar: Grammar, clock: Clock): TokenView {
  const chain = readToken(token);
  const now = Math.floor(clock.now() / 1000);
  return {
    cid: chain.root.cid,
    links: [...chain.links.values()].map((link) => viewLink(link, now)),
    grants: chain.root.capabilities.flatMap((capability) => {
      const found = derive(chain, capability, grammar);
      if (found === undefined) return [];
      const { can, with: resource } = capability;
      const nb = found.resource.kind.caveats.write(found.caveats);
      return [{ ...nb, can, with: resource, owner: found.owner }];
    }),
  };
}

function viewLink(link: Ucan, now: number): LinkView {
  const { cid, issuer, audience, capabilities, expiration, notBefore, facts, signature } = link;
  const expired = expiration !== null && expiration <= now;
  return {
    cid,
    issuer,
    audience,
    capabilities,
    expires: expiration === null ? null : timeOf(expiration),
    notBefore: notBefore === undefined ? null : timeOf(notBefore),
    time: expired ? 'expired' : notBefore !== undefined && notBefore > now ? 'not valid yet' : 'valid',
    signature: judge(link),
    algorithm: signature.algorithm,
    proofs: link.proofs.map(String),
    facts,
  };
}

function judge(link: Ucan): LinkView['signature'] {
  const raw = readKeyDid(link.issuer);
  if (raw === undefined) return 'not checked';
  const message = signedBytes(link, link.signature.algorithm);
  return verificationKey(raw)?.verify(message, link.signature) === true ? 'holds' : 'does not hold';
}

/** A time that no calendar holds is shown as it is. */
function timeOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? `${seconds} s` : date.toISOString();
}
