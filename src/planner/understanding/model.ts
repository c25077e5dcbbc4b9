import type { Language } from '../language/language.js';
import type { TimePhrase } from '../reading/time-phrase.js';
import type { Softmax } from './softmax.js';
import type { SaidSentence } from './word-for-word.js';

/** What is learnt of each operation besides weights. */
export interface OperationKnowledge {
  /** Labels that its values may have, `_` among them. */
  readonly slots: readonly string[];
  /** Keys of fields whose text may be any words. */
  readonly spans: readonly string[];
  /** Choices by the key of their field. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** By the choices of a request: keys of fields that nearly every such request gives. */
  readonly usual: Readonly<Record<string, readonly string[]>>;
  /** Words by which people ask for it, beside its values; folded. */
  readonly words: readonly string[];
  /** By the key of a field: stems of the words that stand beside its numbers, with spaces between. */
  readonly beside: Readonly<Record<string, string>>;
}

/** Everything that the keyless chat has learnt. */
export interface Model {
  readonly intent: Softmax;
  readonly slots: Softmax;
  readonly spans: Softmax;
  readonly choices: Softmax;
  readonly operations: Readonly<Record<string, OperationKnowledge>>;
  /** Fields that are said as multiples of another, and so share its unit: `expectedSD` -> `expectedMean`. */
  readonly relations: Readonly<Record<string, string>>;
  readonly calibration: Calibration;
  /** Sentences of all kinds: what a project's own plugin is told apart from. */
  readonly background: readonly Sentence[];
  /** What was learnt at boot of a project's own plugins: of its intents, {@link OTHER} stands for all that is not theirs. */
  readonly own?: OwnModel;
}

export interface OwnModel extends Model {
  /** Operations that utterances teach; of the others only the examples of a manifest tell. */
  readonly taught: ReadonlySet<string>;
  /** Whether a message says word for word what an author taught as no wish. */
  readonly denies: (message: string) => boolean;
  /** The sentence of an operation that a message says word for word, as an author taught it. */
  readonly says: (message: string) => SaidSentence | undefined;
  /** The sentence with a time that a message says, where the time of it stands there. */
  readonly saysAt: (message: string, time: TimePhrase) => SaidSentence | undefined;
  /** Whether a message has a word that speaks of an operation; what has none cannot mean it. */
  readonly speaksOf: (operation: string, message: string) => boolean;
}

export interface Sentence {
  readonly language: Language;
  readonly text: string;
}

/** Whether there was any sentence to learn the operation from. */
export function knows(model: Model, operation: string): boolean {
  return partFor(model, operation).operations[operation] !== undefined;
}

/** The part of the model that knows an operation. */
export function partFor(model: Model, operation: string): Model {
  return model.own?.operations[operation] === undefined ? model : model.own;
}

/** How sure a wish is, and how sure it must be. */
export interface Calibration {
  /** Of the logistic model that says how sure a wish is, by its signs. */
  readonly weights: Readonly<Record<string, number>>;
  readonly bands: Bands;
}

/** From which confidence on a call is made, and from which it is proposed; by what the call does. */
export type Bands = Readonly<
  Record<'read' | 'compute' | 'change', { readonly certain: number; readonly likely: number }>
>;
