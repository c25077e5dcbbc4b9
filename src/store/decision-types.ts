import type { AuditEntry } from '../plugin/index.js';
import type { Page } from './types.js';

/** One decision about a held call, as it was signed. */
export interface DecisionRow {
  readonly id: string;
  readonly at: number;
  /** Whose session it was. */
  readonly owner: string;
  /** Id of who decided. */
  readonly principal: string;
  readonly sessionId: string;
  /** Canonical JSON, over whose bytes the signature is. */
  readonly record: string;
  /** Base64url; null where the oracle had no identity. */
  readonly signature: string | null;
}

/** A signed decision and what the audit says of it. */
export interface SignedDecision {
  readonly row: DecisionRow;
  readonly audit: Omit<AuditEntry, 'id' | 'at' | 'requestId'>;
}

/** A decision that stands for calls to come, as it was signed. */
export interface StandingRow {
  readonly id: string;
  readonly principal: string;
  readonly tool: string;
  readonly until: number;
  readonly record: string;
  readonly signature: string | null;
}

/** Decisions are only ever added. */
export interface DecisionRows {
  add(row: DecisionRow): Promise<void>;
  /** Those that the principal made, or that were made in its sessions, newest first. */
  list(
    of: { readonly principal: string; readonly sessionId?: string | undefined },
    limit: number,
    cursor?: string,
  ): Promise<Page<DecisionRow>>;
  /** @throws OracleError `conflict` when the principal has 100 that still stand */
  stand(row: StandingRow): Promise<void>;
  /** Those of the principal that still stand; what ends first comes first. */
  standing(principal: string, tool?: string): Promise<readonly StandingRow[]>;
  /** Undefined when none of the principal's of this id stands. */
  endStanding(principal: string, id: string): Promise<StandingRow | undefined>;
}
