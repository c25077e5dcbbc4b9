/** When a task is due: again and again by five fields of cron, or once. Wall clocks are those of `zone` (IANA name). */
export type Schedule =
  /** `until` is the last instant on which it is due, milliseconds since the epoch; without one it goes on for ever. */
  | { readonly cron: string; readonly zone: string; readonly until?: number | undefined }
  /** `at` is milliseconds since the epoch. */
  | { readonly at: number; readonly zone: string };

/** What becomes of instants that passed while nobody was there to serve them. */
export type MissedRule = 'run_once' | 'skip' | 'all';

/** Of `all` at most so many, the latest. */
export const MOST_MISSED = 10;

/** An instant that is later than this was missed: what the queue needs to wake somebody is much less. */
export const LATE_MS = 60_000;
