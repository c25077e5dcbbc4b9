import type { VerificationAction, VerificationStatus } from '../verification/status.js';

/** Times are ISO 8601 UTC, which sort as text. */
export interface SamplingTables {
  sampling_designs: {
    id: string;
    owner: string;
    project_id: string | null;
    status: VerificationStatus;
    /** Grows with each transition; two writers cannot both move the same version. */
    version: number;
    supersedes: string | null;
    created_at: string;
    updated_at: string;
    /** Canonical JSON of the design document; never changes. */
    document: string;
  };
  sampling_events: {
    design_id: string;
    seq: number;
    action: VerificationAction;
    status: VerificationStatus;
    actor: string;
    verifier: string | null;
    /** 1, 0 or null: SQLite has no boolean. */
    independent: number | null;
    reason: string | null;
    at: string;
    design_hash: string;
    previous: string;
    hash: string;
  };
}
