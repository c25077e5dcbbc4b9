/** One line of a calculation that a verifier can redo by hand. */
export interface Step {
  /** What this step computes, such as `finite population`. */
  readonly step: string;
  /** The formula in plain text; its letters are the keys of `inputs`. */
  readonly formula: string;
  readonly inputs: Readonly<Record<string, number>>;
  readonly unrounded: number;
  /** The published integer when the step ends the calculation or is carried on as an integer. */
  readonly rounded: number;
  /** Which of the two the next step takes. */
  readonly carried: 'unrounded' | 'rounded';
  /** Where the formula stands. */
  readonly source: string;
}

/** The source of the sizes that carbon projects calculate by. */
export const CDM_GUIDELINE =
  'CDM guideline: sampling and surveys for CDM project activities and programmes of activities';
