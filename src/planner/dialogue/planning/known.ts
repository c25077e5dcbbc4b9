import type { Candidate } from '../../choosing/candidates.js';
import type { Model } from '../../understanding/model.js';

/** How many open questions in a row are looked back through. */
export const MEMORY = 6;
/** A longer message is a letter: of it words alone tell less than what was learnt, and take long. */
export const LETTER = 600;

/** What plans are made from. */
export interface Known {
  readonly candidates: readonly Candidate[];
  /** What was learnt from labelled sentences; without it words and schemas alone decide. */
  readonly model?: Model | undefined;
}
