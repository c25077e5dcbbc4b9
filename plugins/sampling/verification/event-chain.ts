import { canonicalHash } from 'oracle-runtime/kit';
import type { VerificationAction, VerificationStatus } from './status.js';

/** What happened to a design, as it enters the chain. */
export interface VerificationEntry {
  readonly designId: string;
  /** Counts from 1. */
  readonly seq: number;
  readonly action: VerificationAction;
  readonly status: VerificationStatus;
  /** DID of who did it. */
  readonly actor: string;
  /** DID of the validator in whose name it was decided. */
  readonly verifier: string | null;
  /** Whether somebody other than the owner decided; null for what is no decision. */
  readonly independent: boolean | null;
  readonly reason: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** SHA-256 of the canonical design document. */
  readonly designHash: string;
}

/** A link: `hash` covers the entry and the hash before it, so no earlier link can change unseen. */
export interface VerificationEvent extends VerificationEntry {
  /** Hash of the event before, 64 zeros for the first. */
  readonly previous: string;
  readonly hash: string;
}

const GENESIS = '0'.repeat(64);

/** Chains an entry to the event before it. */
export function chainEvent(entry: VerificationEntry, last: VerificationEvent | undefined): VerificationEvent {
  const previous = last?.hash ?? GENESIS;
  return { ...entry, previous, hash: canonicalHash({ ...entry, previous }) };
}

export type ChainVerdict =
  | { readonly intact: true; readonly events: number }
  | { readonly intact: false; readonly seq: number; readonly problem: string };

/** Recomputes a chain from its events and the design document they speak of. */
export function checkChain(events: readonly VerificationEvent[], designHash: string): ChainVerdict {
  let last: VerificationEvent | undefined;
  for (const [index, event] of events.entries()) {
    const { hash, previous, ...entry } = event;
    const broken = (problem: string): ChainVerdict => ({ intact: false, seq: event.seq, problem });
    if (event.seq !== index + 1) return broken(`expected event ${index + 1}`);
    if (previous !== (last?.hash ?? GENESIS)) return broken('does not follow the event before it');
    if (canonicalHash({ ...entry, previous }) !== hash) return broken('was changed after it was written');
    if (event.designHash !== designHash) return broken('speaks of another design document');
    last = event;
  }
  return { intact: true, events: events.length };
}
