import type { Language } from '../../language/language.js';
import type { DrawnTurn } from './draw-sentence.js';

/** What a sentence is labelled with. */
export type Label =
  | {
      readonly kind: 'do';
      readonly operation: string;
      /** Values that the words give without saying them. */
      readonly given: Readonly<Record<string, unknown>>;
    }
  /** `other` is none of what the lesson is about. */
  | { readonly kind: 'not' | 'ask' | 'other' };

/** One sentence, or a talk of several turns, with the label of its last. */
export interface Example {
  readonly language: Language;
  readonly turns: readonly DrawnTurn[];
  /** Undefined: it teaches where values go, not what is wanted. */
  readonly label: Label | undefined;
  readonly weight: number;
  /** Who wrote it: what calibration and evaluation hold out. */
  readonly author: string;
}
