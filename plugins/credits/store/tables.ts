import type { Account, Kind } from '../ledger/entry.js';

/** Amounts are millionths of a credit, times milliseconds since the epoch. */
export interface CreditsTables {
  /** What the entries of a principal come to: the row that decides, and the end of the chain. */
  readonly credits_accounts: {
    readonly principal: string;
    /** The latest day and month that anything was booked in; they only grow. */
    readonly day: string;
    readonly month: string;
    readonly day_spent: number;
    readonly month_spent: number;
    /** When that day and month end in the zone in which they began. */
    readonly day_until: number;
    readonly month_until: number;
    /** The entry behind which they began; -1 where nobody wrote that down yet. */
    readonly day_after: number;
    readonly month_after: number;
    readonly spent: number;
    readonly reserved: number;
    readonly seq: number;
    readonly hash: string;
  };
  /** What is set aside for a call in flight. */
  readonly credits_holds: {
    readonly id: string;
    readonly principal: string;
    readonly run_id: string;
    readonly session_id: string;
    readonly amount: number;
    /** When it is given back unless whoever holds it has said again that it lives. */
    readonly due_at: number;
  };
  /** What the parts of the oracle were used for, month by month: figures beside the ledger, not of it. */
  readonly credits_uses: {
    readonly month: string;
    readonly principal: string;
    readonly plugin: string;
    readonly capability: string;
    readonly calls: number;
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly amount: number;
  };
  /** Append-only. */
  readonly credits_entries: {
    readonly principal: string;
    readonly seq: number;
    readonly at: number;
    readonly kind: Kind;
    readonly debit: Account;
    readonly credit: Account;
    readonly amount: number;
    readonly run_id: string;
    readonly session_id: string;
    readonly call_id: string;
    /** Of what was settled, as the next ones. */
    readonly model: string | null;
    readonly input_tokens: number | null;
    readonly cached_tokens: number | null;
    readonly output_tokens: number | null;
    readonly estimated: number | null;
    /** JSON; null where the model had none. */
    readonly rate: string | null;
    readonly previous: string;
    readonly hash: string;
  };
}
