import { canonicalHash } from 'oracle-runtime/kit';
import type { Micro } from '../money/amount.js';
import type { Tokens } from '../rates/rate-table.js';

/**
 * Where value stands. A principal's own account is what budgets let them use, `reserved` is set aside for calls in
 * flight, `used` is what models cost.
 */
export type Account = 'principal' | 'reserved' | 'used';

/**
 * `reserve` sets aside before a call and while its answer grows, `settle` takes what the call cost, `release` gives back
 * the rest, `sweep` gives back what a process that ended left behind.
 */
export type Kind = 'reserve' | 'settle' | 'release' | 'sweep';

/** What a settled call was. */
export interface CallDetails extends Tokens {
  readonly model: string;
  /** The rate as it was, per million tokens; absent where there was none. */
  readonly rate?: {
    readonly from: string;
    readonly input: string;
    readonly output: string;
    readonly cached: string;
  };
  /** The endpoint did not say how many tokens: counted from the text, four bytes each. */
  readonly estimated?: true;
}

/** One movement of value, from one account of a principal to another. */
export interface Posting {
  readonly kind: Kind;
  readonly from: Account;
  readonly to: Account;
  readonly amount: Micro;
  readonly runId: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly details?: CallDetails;
}

/** A posting at its place in the chain of its principal. */
export interface Entry extends Posting {
  readonly principal: string;
  /** Counts from 1 without gaps. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Hash of the entry before; of the first one empty. */
  readonly previous: string;
  readonly hash: string;
}

/** The end of a chain. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export const NO_HEAD: Head = { seq: 0, hash: '' };

/** Puts a posting behind the end of a chain. */
export function link(posting: Posting, place: { principal: string; at: number }, head: Head): Entry {
  const entry = { ...posting, ...place, seq: head.seq + 1, previous: head.hash };
  return { ...entry, hash: hashOf(entry) };
}

/** SHA-256, in hex, of the canonical JSON (RFC 8785) of the entry, the hash before it among its fields. */
export function hashOf({ hash: _, ...entry }: Omit<Entry, 'hash'> & { readonly hash?: string }): string {
  return canonicalHash({ ...entry, amount: String(entry.amount) });
}
