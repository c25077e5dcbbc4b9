import type { Expression } from '../expression.js';
import type { Choice, FormStep, Words } from '../form-model.js';

/** The part of an interview that asks what is measured. */
export interface Template {
  readonly title: Words;
  readonly label: Words;
  readonly lists: Readonly<Record<string, readonly Choice[]>>;
  /** Asked of who agreed. */
  readonly steps: readonly FormStep[];
  /** Of whom something is measured among those who agreed; everybody where it is absent. */
  readonly measured?: Expression;
  /** What the interview of who agreed measured, in the unit of the design; 0 or 1 for a proportion. */
  readonly value: Expression;
}
