/** How work is done that only one of the processes on a database may do at a time. */
export interface SoleWork {
  /** Unique within the plugin. */
  readonly name: string;
  /** Ends the work and the waiting for it. */
  readonly signal: AbortSignal;
  /** Hears, once for each time, that another process is at it. */
  readonly waits?: () => void;
  /**
   * Done until it resolves; then others may do it. `held` is aborted with `signal`, and when this process can no
   * longer count on being the only one, as when the database is away for long: the work has to end then, and begins
   * anew once this process is the only one again.
   * @throws what it throws goes to the caller, unless `held` was lost
   */
  work(held: AbortSignal): Promise<void>;
}

/**
 * Waits until no other process does what has this name, and does it. Where one process alone serves a database there
 * is nothing to wait for.
 */
export type DoAlone = (work: SoleWork) => Promise<void>;
