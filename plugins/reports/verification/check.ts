/** One thing that was looked at. `open`: it is not wrong, and not shown either; `mark`: it is so, and not to be overlooked. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly open?: true;
  readonly mark?: true;
  readonly detail: string;
}
