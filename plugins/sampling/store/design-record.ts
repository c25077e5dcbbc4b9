import type { Design } from '../design/compute-design.js';
import type { TrailHead } from '../trail/trail-entry.js';
import type { VerificationStatus } from '../verification/status.js';

/** A stored design as it is published. */
export interface DesignRecord extends Design {
  readonly designId: string;
  readonly createdAt: string;
  /** The approved design that this one recalculates. */
  readonly supersedes: string | null;
  /** Head of the trail; null for a design that is older than trails and was not touched since. */
  readonly trail: TrailHead | null;
  readonly verification: {
    readonly status: VerificationStatus;
    /** DID of the validator who decided; null before a decision. */
    readonly verifier: string | null;
    /** Whether somebody other than the owner decided; null before a decision. */
    readonly independent: boolean | null;
    /** When the status was reached, ISO 8601 UTC. */
    readonly timestamp: string;
  };
}

/** A line of the list of designs. */
export interface DesignSummary {
  readonly designId: string;
  readonly projectId: string | null;
  readonly profile: string;
  readonly population: number;
  readonly calculatedSize: number;
  readonly adjustedSize: number;
  readonly status: VerificationStatus;
  readonly createdAt: string;
}
