/** The call that takes a call back. */
export interface Undo {
  /** Name of an operation of the same plugin. */
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch, when it cannot be taken back for ever. */
  readonly expires?: number;
}
