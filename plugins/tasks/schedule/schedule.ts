/** When a task is due: again and again by five fields of cron, or once. Wall clocks are those of `zone` (IANA name). */
export type Schedule =
  | { readonly cron: string; readonly zone: string }
  /** `at` is milliseconds since the epoch. */
  | { readonly at: number; readonly zone: string };

/** What becomes of instants that passed while nobody was there to serve them. */
export type MissedRule = 'run_once' | 'skip' | 'all';

/** Of `all` at most so many, the latest. */
export const MOST_MISSED = 10;

/** An instant that is later than this was missed: what the queue needs to wake somebody is much less. */
export const LATE_MS = 60_000;
