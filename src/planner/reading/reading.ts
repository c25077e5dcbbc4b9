import type { Language } from '../language/language.js';
import type { Word } from '../language/words.js';

/** A message as code reads it, before anything is decided. Places are offsets into `text`. */
export interface Reading {
  readonly text: string;
  readonly language: Language;
  /** Words and single signs, in order. */
  readonly words: readonly Word[];
  /** Values, in order; none overlaps another but a quotation, which may hold others. */
  readonly mentions: readonly Mention[];
  /** Parts that each say one thing, in order; together the whole text. */
  readonly clauses: readonly Clause[];
}

export interface Unit {
  /** Its usual sign, such as `kg`. */
  readonly name: string;
  /** `mass`, `time`, `energy`, ... */
  readonly dimension: string;
  /** Times this is the value in the base unit of the dimension; undefined where that is not fixed. */
  readonly factor: number | undefined;
  /** Added after the factor, for temperatures: °C = °F x factor + offset. */
  readonly offset?: number;
  /** What it is counted by: `day`, `week`, `month`, `year`, `hour`, `household`, `person`, `stove`. */
  readonly per?: string;
}

interface Place {
  readonly start: number;
  readonly end: number;
  /** As it stands in the text. */
  readonly raw: string;
}

export interface NumberMention extends Place {
  readonly type: 'number';
  /** As it was said, but `15%` is 0.15 and `one in ten` 0.1. */
  readonly value: number;
  /** The other reading of `5.000` and `1,500`, where the writer's habit leaves both open. */
  readonly otherwise?: number;
  readonly percent: boolean;
  /** Said as a part of something: a half, three out of four. */
  readonly fraction: boolean;
  /** The whole where it was said: 10 of `one in ten`; 250 of `31 of 250`, which stays 31 by itself. */
  readonly of?: number;
  /** Said in words. */
  readonly spelt: boolean;
  readonly unit?: Unit;
  /** Where the number itself ends, before its unit. */
  readonly bareEnd: number;
  /** A `±` stands before it. */
  readonly plusMinus: boolean;
  /** Its place in a range: `between 5 and 6`, `5-6 kg`, `at least 5`. */
  readonly bound?: 'low' | 'high';
}

/** Two shares in one, such as 90/10: level and margin. */
export interface PairMention extends Place {
  readonly type: 'pair';
  /** As fractions of one. */
  readonly values: readonly [number, number];
}

/** The place in a row: `the first one`, `3rd`; -1 is the last. */
export interface OrdinalMention extends Place {
  readonly type: 'ordinal';
  readonly value: number;
}

export interface TextMention extends Place {
  readonly type: 'path' | 'did' | 'address' | 'url' | 'email' | 'id' | 'phone' | 'quote' | 'time' | 'block';
  readonly value: string;
}

/** A calendar day, or a span of days. */
export interface DateMention extends Place {
  readonly type: 'date';
  /** `2025-03-12`; of a span (`2024-Q1`, `2024-03`) its usual name. */
  readonly value: string;
  /** First and last day. */
  readonly from: string;
  readonly to: string;
  /** Said relative to today, or without its year. */
  readonly relative: boolean;
  /** How many days from today its first and last day are, where it was said relative to a day that is known. */
  readonly ahead?: readonly [first: number, last: number];
}

export type Mention = NumberMention | PairMention | OrdinalMention | TextMention | DateMention;

/** How a clause stands to what it speaks of. */
export type Mood = 'imperative' | 'question' | 'statement';

export interface Clause {
  readonly start: number;
  readonly end: number;
  /** `can you delete it` is an imperative; `can it be deleted?` and `what would happen if` are questions. */
  readonly mood: Mood;
  /** `don't`, `nothing`, `never`, `not yet`. */
  readonly negated: boolean;
  /** `if`, `unless`, `as soon as`, `when`. */
  readonly conditional: boolean;
  /** Asks for advice or leaves it open: `should I`, `is it safe`, `may`, `maybe`. */
  readonly modal: boolean;
  /** Reports or asks what was done: `I deleted`, `did we publish`. */
  readonly past: boolean;
  /** Words that narrow: `except`, `only the`, `all pdfs`, `older than`. */
  readonly narrowed: boolean;
  /** Takes back what was said before: `no wait`, `I mean`. */
  readonly corrects: boolean;
}
