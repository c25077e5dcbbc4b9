/** Rows of the plugin. Instants are milliseconds since the epoch. */
export interface TaskTables {
  tasks_tasks: TaskRow;
  tasks_runs: RunRow;
  tasks_previews: PreviewRow;
}

export interface TaskRow {
  id: string;
  /** Id of whoever it acts for. */
  owner: string;
  /** JSON of a `Definition`. */
  definition: string;
  /** JSON of a `KeptPrincipal`. */
  principal: string;
  status: string;
  /** The first instant that is not settled; null when there is none. */
  next_at: number | null;
  created_at: number;
  changed_at: number;
}

/** One instant of one task: the key is what lets it happen once. */
export interface RunRow {
  task_id: string;
  due_at: number;
  state: string;
  /** Why it is as it is, for people. */
  note: string | null;
  session_id: string | null;
  run_id: string | null;
  /** What the oracle said in the end. */
  result: string | null;
  ended_at: number | null;
  /** The process that works on it, and until when that is believed. */
  lease_owner: string | null;
  lease_until: number;
  delivery: string;
  delivery_tries: number;
  delivery_at: number;
}

/** What somebody was shown, and may agree to in a later message. */
export interface PreviewRow {
  token: string;
  owner: string;
  session_id: string;
  turn: string;
  /** JSON of the definitions. */
  definitions: string;
  expires_at: number;
}
