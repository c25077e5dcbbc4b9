/** A restore of the oracle from a backup: what happened between is gone. */
export interface Restored {
  /** When the backup was made, ISO 8601 UTC. */
  readonly backupAt: string;
  /** When it was put back, ISO 8601 UTC. */
  readonly restoredAt: string;
}
