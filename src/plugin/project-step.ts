import type { CommandIo, CommandOption } from './command.js';

/** A question of `oracle new`, which a flag answers too. */
export interface ProjectQuestion {
  /** The flag, such as `--chain`. */
  readonly flag: string;
  readonly prompt: string;
  /** What Enter answers; `none` leaves the answer out. */
  readonly fallback: string;
}

/** Answers by the names of flags without hyphens: `apiUrl` of `--api-url`. */
export type ProjectAnswers = Readonly<Record<string, unknown>>;

export interface StepOutcome {
  /** For the receipt. */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
  /** What the person should know at the end, a line each. */
  readonly notes?: readonly string[];
}

/** What `oracle new` does for a new project besides writing it, such as registering it on a chain. */
export interface ProjectStep {
  /** Its name in the receipt, in kebab-case. */
  readonly name: string;
  /** Such as `Register the oracle on the chain`. */
  readonly title: string;
  /** Flags that `oracle new` takes for it. */
  readonly options: readonly CommandOption[];
  /** Asked for in this order. */
  readonly questions: readonly ProjectQuestion[];
  /**
   * Whether the answers ask for it; the flag that they lack for it.
   * @throws OracleError `invalid_request` for answers of a wrong form
   */
  wanted(answers: ProjectAnswers): boolean | { readonly missing: string };
  /**
   * Does it in the folder of the new project, which is `io.cwd`. It may be stopped anywhere and is then run again: what
   * it does stays the same.
   */
  run(answers: ProjectAnswers, io: CommandIo): Promise<StepOutcome>;
}
