import type { Principal } from 'oracle-runtime/plugin';
import type { VerificationAction, VerificationStatus } from '../verification/status.js';
import type { AnalysedEntry } from './analysed-entry.js';
import type { DrawnEntry, OtherDraws, RenamedUnits } from './drawn-entry.js';
import type { JudgedEntry } from './judged-entry.js';
import type { RecalculatedEntry, SubmittedEntry } from './outcome-entries.js';

/** Where a trail stands: how many entries it has, and the hash of the last one. */
export interface TrailHead {
  readonly length: number;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

/** A commitment of an earlier design of a line that nobody drew by. */
export interface LeftOpen {
  readonly commitmentId: string;
  readonly designId: string;
  /** From when on its value could be known: a time, or a day by UTC; null where it does not say. */
  readonly since: string | null;
}

/** What an entry tells of. All values are text, whole numbers and what is made of them, so that any JSON reader sees the same. */
export type TrailEvent =
  | {
      /** A design that is older than its trail; what is known of the time before. */
      readonly kind: 'begun';
      readonly note: string;
      readonly designSha256: string;
      readonly commitments: readonly string[];
      readonly draws: readonly {
        readonly selectionId: string;
        readonly recordSha256: string;
        readonly frameSha256: string;
        readonly seed: string;
        readonly commitmentId: string | null;
      }[];
      readonly periods: readonly string[];
    }
  | {
      readonly kind: 'created';
      readonly designSha256: string;
      /** The design that this one recalculates, with the head of its trail. */
      readonly recalculates: { readonly designId: string; readonly head: TrailHead | null } | null;
    }
  | {
      readonly kind: 'moved';
      readonly action: VerificationAction;
      readonly status: VerificationStatus;
      readonly verifier: string | null;
      readonly independent: boolean | null;
      /** What let in who decided; null for what is no decision, absent from entries of before. */
      readonly through?: Principal['kind'] | null;
      readonly reason: string | null;
    }
  | {
      readonly kind: 'committed';
      readonly commitmentId: string;
      /** Which commitment of this design, from 1. */
      readonly commitment: number;
      readonly sha256: string;
      readonly frameSha256: string;
      /** What will give the value: `drand round 123` with the time at which it is public, or who gives it. */
      readonly source: string;
      readonly publicAt: string | null;
      /** Which value of an authority, by its reference and time; null for a round and where nobody said it. */
      readonly whichValue?: string | null;
      readonly supersedes: string | null;
      /** Commitments of the designs that this one recalculates that are still open, with what is known of their values' time. */
      readonly leftOpen?: readonly LeftOpen[];
      /** What the registry has otherwise than that of the commitment in whose place this one is. */
      readonly changed?: readonly ('units' | 'strata' | 'sizes')[];
      readonly reason: string | null;
      readonly otherDesigns: number;
      readonly others?: OtherDraws | null;
      readonly renamed?: RenamedUnits | null;
    }
  | DrawnEntry
  | JudgedEntry
  | {
      readonly kind: 'replaced';
      readonly selectionId: string;
      readonly stratum: string | null;
      readonly unitId: string;
      readonly by: string;
      /** Place in the draw of the stratum. */
      readonly order: number;
      readonly reason: string;
      /** Units that the draw selected. */
      readonly of?: number;
      /** Values that earlier analyses have of the unit. */
      readonly earlierValues?: number;
    }
  | AnalysedEntry
  | {
      readonly kind: 'finalised';
      readonly periodId: string;
      readonly from: string;
      readonly to: string;
      readonly supersedes: string | null;
      readonly reason: string | null;
    }
  | RecalculatedEntry
  | SubmittedEntry
  | {
      /** A submission reached the endpoint of an authority. */
      readonly kind: 'delivered';
      readonly submissionId: string;
      readonly host: string;
      /** HTTP status of its answer, and the hash of the part of it that is kept. */
      readonly status: number;
      readonly answerSha256: string;
    }
  | {
      /** A submission was sent, and the endpoint of the authority refused it or gave no answer. */
      readonly kind: 'delivery failed';
      readonly submissionId: string;
      readonly host: string;
      /** HTTP status of the last answer; null when there was none. */
      readonly status: number | null;
      readonly attempts: number;
    }
  | {
      /** What an authority selected of a submission, as the submitter entered it. */
      readonly kind: 'authority drew';
      readonly submissionId: string;
      readonly authority: string;
      readonly reference: string;
      /** Null for a draw that was not recomputed. */
      readonly seed: string | null;
      readonly candidates: number;
      readonly selected: number;
      /** Whether the project of this design is among the selected ones. */
      readonly ours: boolean;
      readonly drawSha256: string;
    }
  | {
      /** What was fixed before data came, such as how events are detected. */
      readonly kind: 'sealed';
      /** What it fixes; one counts at a time. */
      readonly protocol: string;
      /** Which seal of this protocol, from 1. */
      readonly seal: number;
      /** What was fixed, word for word. */
      readonly text: string;
      readonly sha256: string;
      /** Analyses of readings that the design had by then. */
      readonly analysesBefore: number;
      /** Why it takes the place of the seal before it. */
      readonly reason: string | null;
    }
  | {
      /** Where somebody says to have published a head. */
      readonly kind: 'published';
      readonly head: TrailHead;
      readonly where: string;
      readonly publishedAt: string;
    }
  | {
      /**
       * Another design of the same owner or project drew from these units, or of the project from units with other ids, after
       * this one had drawn or committed.
       */
      readonly kind: 'drawn elsewhere';
      /** Null for one of another owner. */
      readonly otherDesign: string | null;
      readonly frameSha256: string;
      /** Whether these are just the units of this design's draw; otherwise part of them. */
      readonly sameFrame: boolean;
      /** Whether they have no id, or hardly any, in common. */
      readonly otherIds?: boolean;
    }
  | {
      /** The oracle was put back to a backup: what happened in between stands in no entry. */
      readonly kind: 'restored';
      /** ISO 8601 UTC, both. */
      readonly backupAt: string;
      readonly restoredAt: string;
    }
  | {
      readonly kind: 'deleted';
      readonly what: 'registry';
      readonly id: string;
      readonly frameSha256: string;
      readonly reason: string;
    };

/** An event in its place. */
export type TrailEntry = TrailEvent & {
  readonly designId: string;
  /** Counts from 1. */
  readonly seq: number;
  /** ISO 8601 UTC, by the clock of the oracle. */
  readonly at: string;
  /** DID of who did it. */
  readonly actor: string;
  /** Hash of the entry before, 64 zeros for the first. */
  readonly previous: string;
};
