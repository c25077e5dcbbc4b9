import { delegate, invoke } from '../auth/ucan/issue.js';
import type { Clock, Signer } from '../plugin/index.js';

/** What a UCAN lets its bearer do. */
export interface TestGrant {
  /** The ability, such as `fs/read`. */
  readonly can: string;
  /** The resource. Default: the oracle itself, `ixo:oracle`. */
  readonly with?: string;
  /** The capability's caveats. */
  readonly nb?: Readonly<Record<string, unknown>>;
  /** Who signs. Default: the oracle's own identity, so its owner. */
  readonly by?: Signer;
  /** For whom. Default: the oracle. */
  readonly to?: string;
  /** Tokens of the delegations that it derives from. */
  readonly proofs?: readonly string[];
  /** How long it holds; null is for ever, which only a delegation may. Default 60, and 3600 for a delegation. */
  readonly seconds?: number | null;
}

/** Mints the UCANs of one oracle. */
export function ucanMint(self: Signer, clock: Clock) {
  const common = ({ by = self, to = self.did, proofs = [] }: TestGrant) => ({
    issuer: by,
    audience: to,
    clock,
    proofs,
  });
  const capability = ({ can, with: resource = 'ixo:oracle', nb }: TestGrant) => ({
    can,
    with: resource,
    ...(nb === undefined ? {} : { nb }),
  });
  return {
    /** A token for one request. */
    async token(grant: TestGrant): Promise<string> {
      const options = { ...common(grant), capability: capability(grant) };
      return (await invoke({ ...options, seconds: grant.seconds ?? 60 })).token;
    },
    /** A token that lets `to` do it in the name of `by`. */
    async delegation(grant: TestGrant): Promise<string> {
      const seconds = grant.seconds === undefined ? 3600 : grant.seconds;
      return (await delegate({ ...common(grant), capabilities: [capability(grant)], seconds })).token;
    },
  };
}
