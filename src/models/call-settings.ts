/** How answers are made; what is unset is the endpoint's own choice. */
export interface CallSettings {
  readonly temperature?: number;
  /** The most tokens of one answer. */
  readonly maxTokens?: number;
  readonly reasoningEffort?: string;
  /** Further members of each request; they win. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
}

/** How long a call may be silent and how much it may hold. */
export interface CallLimits {
  /** Milliseconds without a byte before a call is given up. */
  readonly timeoutMs: number;
  /** The same until the answer begins; `timeoutMs` while unset. */
  readonly firstTimeoutMs?: number;
  /** Milliseconds before the first try more of a call that failed, doubled before each further one; 300 while unset. */
  readonly pauseMs?: number;
  /** How many tokens the model takes, where that is known better than the endpoint tells. */
  readonly contextTokens?: number;
}
