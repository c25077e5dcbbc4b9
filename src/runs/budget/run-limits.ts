/** What one run, and all runs of one principal at once, may take. Tokens and money are no concern of it. */
export interface RunLimits {
  /** Seconds that a run works; what waits for a person does not count. */
  readonly seconds: number;
  /** Characters that its models say: words, reasoning and arguments of calls. */
  readonly outputChars: number;
  /** Bytes of the arguments of one tool call, as JSON. */
  readonly argumentBytes: number;
  /** Bytes of its event log. */
  readonly storedBytes: number;
  /** Bytes of text that all runs of the process keep in memory together; default by what the process may have. */
  readonly heldBytes?: number;
  /** Runs of one principal that are in flight at once. */
  readonly perPrincipal: number;
}
