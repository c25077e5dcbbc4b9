/** What helps a person, in the words of whoever uses this library: a command line names its flags, a page its buttons. */
export interface Hints {
  /** Nothing answers at the address. */
  readonly unreachable?: string;
  /** Something answers, and it is no oracle. */
  readonly foreign?: string;
  /** The connection broke for good while an answer was on its way. */
  readonly lost?: string;
}
