/** Runs, what they say, who owns and follows them, and what they wait for. */

/** A process that serves this database. */
export interface InstanceTable {
  id: string;
  since: number;
  /** Until then nobody takes over its runs. On PostgreSQL by the clock of the server. */
  lease_until: number;
}

export interface LeaseTable {
  name: string;
  /** The process. */
  holder: string;
  /** Until then no other takes it. On PostgreSQL by the clock of the server. */
  held_until: number;
}

export interface SharedCountTable {
  /** What is limited, and whose it is. */
  key: string;
  count: number;
  ends_at: number;
}

export interface RunTable {
  id: string;
  session_id: string;
  /** 1 for the session's first run. */
  ordinal: number;
  status: string;
  created_at: number;
  ended_at: number | null;
  /** Of a run that waits: what it was asked with, sealed. */
  request: string | null;
  /** The process that works on it, or did; null for runs from before. */
  instance: string | null;
  /** When another process was asked to cancel it. */
  cancel_at: number | null;
  /** Id of the principal who asked for it; null for runs from before. */
  asker: string | null;
  /** Id of the API key by which it was asked for, where that has a limit of runs. */
  api_key: string | null;
}

export interface RunEventTable {
  session_id: string;
  ordinal: number;
  first_seq: number;
  last_seq: number;
  /** `encodeEvents` of the events `first_seq..last_seq`. */
  json: string;
}

/** A connection over which somebody is told of a run, or was and went away before its end. */
export interface FollowerTable {
  id: string;
  run_id: string;
  principal: string;
  /** The process that it is to. */
  instance: string;
  /** When its client went away. */
  left_at: number | null;
}

export interface CheckpointTable {
  thread_id: string;
  ns: string;
  checkpoint_id: string;
  /** The serializer's JSON of `{ checkpoint, metadata }`, without the channels that the thread holds. */
  data: string;
}

export interface CheckpointWriteTable {
  thread_id: string;
  ns: string;
  checkpoint_id: string;
  task_id: string;
  idx: number;
  task_path: string;
  channel: string;
  /** The serializer's type of `data`: `json` text, anything else bytes as base64. */
  type: string;
  data: string;
}

export interface DecisionTable {
  id: string;
  at: number;
  /** Whose session it was. */
  owner: string;
  principal: string;
  session_id: string;
  /** Canonical JSON, signed. */
  record: string;
  /** Base64url; null without an identity. */
  signature: string | null;
}

export interface StandingApprovalTable {
  id: string;
  principal: string;
  tool: string;
  until: number;
  /** When the principal took it back. */
  ended_at: number | null;
  record: string;
  signature: string | null;
}
