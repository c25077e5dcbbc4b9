import type { Generated } from 'kysely';
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
    /** JSON of the design document; never changes. */
    document: string;
    /** The head of its trail: 0 and null for a design that is older than trails. */
    trail_length: Generated<number>;
    trail_hash: string | null;
  };
  /** The trail of each design, never changed and never deleted. */
  sampling_trail: {
    design_id: string;
    seq: number;
    kind: string;
    /** Hash of the units that a draw or commitment is of; null for other entries. */
    frame: string | null;
    /** Canonical JSON of the entry: what is hashed and signed. */
    text: string;
    hash: string;
    signer: string | null;
    signature: string | null;
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
  /** Household registries; the bytes are a blob. */
  sampling_registries: Owned & {
    name: string;
    /** Of one read from a kept file: which version of it, understood how. */
    origin: string | null;
    /** JSON of what an inspection found. */
    document: string;
  };
  /** What tells two registries of one list, also when one of them is deleted. */
  sampling_registry_files: {
    registry_id: string;
    /** Length of the file. */
    bytes: number;
    /** SHA-256 of the file; null for one of before that nobody read since. */
    file: string | null;
    /** SHA-256 of its ids, as the registry was first understood. */
    frame: string;
  };
  /** Marks of the cells of columns that tell the units of a registry's list apart, whichever of them the ids are read from. */
  sampling_registry_columns: { registry_id: string; place: number; mark: string };
  /** Promises to draw with a random value that is still to come. */
  sampling_commitments: Owned & { design_id: string; registry_id: string; document: string };
  /** Values of authorities that draws were made by, each by a hash of it as it is compared. */
  sampling_values: {
    selection_id: string;
    value: string;
    /** Hash of its digits; null where they are few. */
    digits: string | null;
    /** Hash of who says it and where it can be found. */
    reference: string | null;
    /** The value as it was told. */
    told: string | null;
    design_id: string;
    owner: string;
    project_id: string | null;
    at: string;
  };
  /** Records of draws. */
  sampling_selections: Owned & {
    design_id: string | null;
    registry_id: string;
    /** Hash of the units that were drawn from; null for a draw that is older than the column. */
    frame: string | null;
    document: string;
  };
  /** Frames of which a random part is known, and how many units each has. */
  sampling_frames: {
    frame: string;
    size: number;
    /** 1 when the marks are of all units. */
    whole: number;
  };
  /** That part: marks of `frame-sketch`. */
  sampling_frame_marks: { frame: string; mark: string };
  /** Secrets that this oracle made for itself, by what they are for. */
  sampling_keys: { name: string; value: string };
  /** Analyses of monitoring periods. */
  sampling_periods: Owned & { design_id: string; from_day: string; document: string };
  sampling_submissions: Owned & {
    /** Grows with each sending and draw; two writers cannot both change the same version. */
    version: number;
    /** The signed document; never changes. */
    document: string;
    /** What happened to it since: receipts and the authority's draw. */
    progress: string;
  };
}

/** What everything has that a principal stored. */
interface Owned {
  id: string;
  owner: string;
  created_at: string;
}
