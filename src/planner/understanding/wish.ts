import type { SlotReading } from '../../plugin/index.js';
import type { Language } from '../language/language.js';
import type { Mention } from '../reading/reading.js';
import type { Fault } from './checks/fault.js';

/** A value of the message that fills a field. */
export interface FilledSlot {
  /** Keys from the root of the operation's input. */
  readonly path: readonly string[];
  readonly mention: Mention;
  readonly reading: SlotReading;
  /** How sure the model is of it among what else the value could be. */
  readonly p: number;
  /** Index of the turn that said it. */
  readonly turn: number;
}

/** What reads two ways, or does not go together; each is a reason to ask. */
export type Doubt =
  /** Values that share a unit were given in units that cannot be made equal. */
  | 'units'
  /** A relative value whose other value is not there. */
  | 'relative'
  /** Shares that were reckoned from counts, or from what is left. */
  | 'reckoned'
  /** Words may choose a value, and it cannot be told which. */
  | 'choice'
  /** The message may want no act at all. */
  | 'no act';

/** One thing that a message asks for. */
export interface Wish {
  /** Name of the tool. */
  readonly operation: string;
  /** What the conversation fills of its input, in base units; not yet checked against the schema. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly slots: readonly FilledSlot[];
  /** Values of the last message that no field took. */
  readonly unexplained: readonly Mention[];
  /** Part of the last message that asks for it. */
  readonly clause: { readonly start: number; readonly end: number };
  /** 0..1, calibrated: that the operation and every value are right. */
  readonly confidence: number;
  /** What the confidence is reckoned from. */
  readonly signs: Readonly<Record<string, number>>;
  readonly doubts: readonly Doubt[];
  /** What of its values does not go together or reads two ways, one question each. */
  readonly faults: readonly Fault[];
  /** Keys of fields that are given in nearly every request like it, and not in this one. */
  readonly lacking: readonly string[];
}

export interface Understanding {
  readonly language: Language;
  /** In the order in which they stand; empty when the message fits no operation. */
  readonly wishes: readonly Wish[];
  /** Probability that the person wants something done now. */
  readonly act: number;
  /** Probability that the plugins of the project itself were taught such words as no wish. */
  readonly denied: number;
  /** Operations by how likely the message means them, likeliest first. */
  readonly likely: readonly { readonly operation: string; readonly p: number }[];
}
