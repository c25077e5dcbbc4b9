import type { CommandProject } from './command.js';

/** One line of `oracle doctor`. */
export interface Diagnosis {
  /** `fail` is to be mended before the oracle does what it is set up for; `warn` is worth a look. */
  readonly level: 'ok' | 'warn' | 'fail';
  readonly subject: string;
  readonly detail: string;
  /** What to do about it, in a line; absent when all is well. */
  readonly mend?: string;
}

/** What `oracle doctor` looks at for a plugin that is not switched off, in the folder of the oracle and without booting it. */
export interface ProjectCheck {
  /** Such as `registration`. */
  readonly name: string;
  /** Nothing when it is about what is not set up here. What it throws is told as a failure. */
  run(project: CommandProject, signal: AbortSignal): Promise<readonly Diagnosis[]>;
}
