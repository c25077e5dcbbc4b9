/** One call of a tool as an answer made it. */
export interface AnsweredCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** An answer, as far as two of them are held against each other. */
export interface AnswerParts {
  readonly text: string;
  readonly calls: readonly AnsweredCall[];
}

/** Tools of the runtime itself: how a model finds its way is not what it does. */
const OWN = new Set(['list_capabilities', 'load_capability', 'read_result']);

export function callsOf(calls: readonly AnsweredCall[]): AnsweredCall[] {
  return calls.filter(({ name }) => !OWN.has(name));
}
