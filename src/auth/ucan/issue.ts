import { randomUUID } from 'node:crypto';
import type { Clock, Signer } from '../../plugin/index.js';
import { readToken, writeToken } from './token.js';
import { type Capability, signUcan, type Ucan } from './ucan.js';

interface Common {
  readonly issuer: Signer;
  readonly audience: string;
  readonly clock: Clock;
  /** Tokens of the delegations that it derives from; none when the issuer owns the resource. */
  readonly proofs?: readonly string[];
}

export interface InvokeOptions extends Common {
  readonly capability: Capability;
  /** Default 60. */
  readonly seconds?: number;
}

export interface DelegateOptions extends Common {
  readonly capabilities: readonly Capability[];
  /** Null never expires. */
  readonly seconds: number | null;
}

export interface Issued {
  readonly cid: string;
  /** What goes into `Authorization: Bearer`, or to whom it was delegated. */
  readonly token: string;
  /** Seconds since the epoch. */
  readonly expiration: number | null;
}

/** A token for one request. Its nonce makes it another one than the one of a moment ago. */
export function invoke({ capability, seconds = 60, ...common }: InvokeOptions): Promise<Issued> {
  return issue({ ...common, capabilities: [capability], seconds });
}

/** Lets the audience do in the issuer's name what the capabilities say, until it expires or is revoked. */
export function delegate(options: DelegateOptions): Promise<Issued> {
  return issue(options);
}

async function issue(options: DelegateOptions): Promise<Issued> {
  const { issuer, audience, clock, capabilities, seconds } = options;
  const proofs = (options.proofs ?? []).map(readToken);
  const ucan = await signUcan(
    {
      issuer: issuer.did,
      audience,
      capabilities,
      expiration: seconds === null ? null : Math.floor(clock.now() / 1000) + seconds,
      facts: [{ nonce: randomUUID() }],
      proofs: proofs.map(({ root }) => root.block.cid),
    },
    'EdDSA',
    (bytes) => issuer.sign(bytes),
  );
  const links = new Map<string, Ucan>([[ucan.cid, ucan]]);
  for (const proof of proofs) for (const [cid, link] of proof.links) links.set(cid, link);
  return { cid: ucan.cid, token: writeToken({ root: ucan, links }), expiration: ucan.expiration };
}
