/** A request that was answered, or whose client went away before. */
export interface AnsweredRequest {
  readonly method: string;
  /** As the route was declared, such as `/sessions/:sessionId`; undefined where no route was. */
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
  /** Server-sent events: the time is how long somebody listened. */
  readonly isStream: boolean;
}

/** What this process has open at the moment. */
export interface ServerFigures {
  /** Requests that are being answered, streams included. */
  readonly requests: number;
  /** Streams of server-sent events. */
  readonly streams: number;
  /** Connections to PostgreSQL; undefined on SQLite. */
  readonly pool?: { readonly total: number; readonly idle: number; readonly waiting: number } | undefined;
}
