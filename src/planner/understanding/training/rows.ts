import type { Reading } from '../../reading/reading.js';
import { choiceFeatures, choiceLabel, filledSign, NO_CHOICE } from '../features/choice-features.js';
import { sentenceFeatures } from '../features/sentence-features.js';
import { slotFeatures } from '../features/slot-features.js';
import { NO, type Span, spanFeatures, spansOf, YES } from '../features/span-features.js';
import type { Token } from '../features/tokens.js';
import { tokensOf } from '../features/tokens.js';
import { ASK, intentLabel, isChosen, NOT, OTHER } from '../intent-labels.js';
import type { Leaf } from '../leaf-fields.js';
import type { Reader } from '../reader.js';
import { NO_FIELD, slotLabel } from '../slot-labels.js';
import type { DrawnSpan } from './draw-sentence.js';
import type { Example } from './example.js';
import type { Row } from './fit-softmax.js';
import type { Taught } from './taught.js';
import { type Beside, wordsBeside } from './words-beside.js';

/** What one example teaches each of the models. */
export interface ExampleRows {
  readonly intent: Row | undefined;
  readonly slots: readonly Row[];
  readonly spans: readonly Row[];
  readonly choices: readonly Row[];
  /** What stands beside its numbers. */
  readonly beside: readonly Beside[];
}

const UNWANTED = { not: NOT, ask: ASK, other: OTHER } as const;

/** About so many spans of a sentence that are no text of a field. */
const OTHERS = 12;

interface ReadTurn {
  readonly reading: Reading;
  readonly tokens: readonly Token[];
  readonly spans: readonly DrawnSpan[];
  readonly partial: boolean;
}

/** Reads an example as a message is read and labels what is to be decided about it. */
export function rowsOf(example: Example, taught: Taught, reader: Reader): ExampleRows {
  const turns = example.turns.map(({ text, spans, partial = false }): ReadTurn => {
    const reading = reader.read(text, example.language);
    return { reading, tokens: tokensOf(reading, reader.concepts(reading)), spans, partial };
  });
  const { label, weight } = example;
  const last = turns.at(-1);
  if (last === undefined) return { intent: undefined, slots: [], spans: [], choices: [], beside: [] };
  const operation = label?.kind === 'do' ? label.operation : undefined;
  const before = turns.length > 1 ? priorOf(turns, operation) : undefined;
  const leaves = operation === undefined ? undefined : taught.leaves(operation);
  const intent: Row | undefined =
    label === undefined
      ? undefined
      : {
          features: sentenceFeatures(last.reading, last.tokens, { operation: before }),
          label:
            label.kind === 'do'
              ? intentLabel(label.operation, leaves ?? new Map(), label.given)
              : UNWANTED[label.kind],
          weight,
        };
  if (operation === undefined || leaves === undefined || label?.kind !== 'do')
    return { intent, slots: [], spans: [], choices: [], beside: [] };
  const slots: Row[] = [];
  const spans: Row[] = [];
  const beside: Beside[] = [];
  const filled: string[] = [];
  let lastFields: readonly string[] = [];
  for (const [turn, one] of turns.entries()) {
    const now: string[] = [];
    for (const [at, token] of one.tokens.entries()) {
      if (token.mention === undefined || token.mention.type === 'quote') continue;
      const slot = labelOf(one, token);
      if (slot === undefined) continue;
      if (slot !== NO_FIELD) {
        now.push(slot);
        filled.push(filledSign(slot, token.mention));
      }
      slots.push({
        features: slotFeatures(one.tokens, at, operation, { turn, lastFields }),
        label: slot,
        among: taught.slotLabels(operation),
        weight,
      });
      beside.push(...wordsBeside(operation, slot, token, one.reading, one.spans));
    }
    if (now.length > 0) lastFields = now;
    spans.push(...spanRows(one, operation, taught, weight));
  }
  return {
    intent,
    slots,
    spans,
    choices: choiceRows(last, operation, leaves, label.given, filled, taught, weight),
    beside,
  };
}

/** What the turn before meant, as far as the example tells: the same, but in a talk of people only if it gave a value of it. */
function priorOf(turns: readonly ReadTurn[], operation: string | undefined): string {
  const gave = turns
    .slice(0, -1)
    .some((turn) => !turn.partial || turn.spans.some((span) => span.fields.length > 0));
  return gave ? (operation ?? '') : '';
}

/** Where a value goes: by the span that it stands in. Undefined when that span is text and the value only part of it. */
function labelOf({ spans, tokens, partial }: ReadTurn, token: Token): string | undefined {
  const span = spans.find((one) => one.start < token.end && token.start < one.end);
  if (span === undefined) return partial ? undefined : NO_FIELD;
  if (span.fields.length === 0) return NO_FIELD;
  const [first, second] = span.fields;
  if (first !== undefined && second !== undefined && token.mention?.type !== 'pair') {
    const inside = tokens.filter(
      (one) => one.mention !== undefined && one.start < span.end && span.start < one.end,
    );
    const field = inside.indexOf(token) === 0 ? first : second;
    return slotLabel([{ path: field.path, reading: 'as is' }]);
  }
  if (token.start > span.start + 1 || token.end < span.end - 1) return undefined;
  return slotLabel(span.fields);
}

function spanRows(turn: ReadTurn, operation: string, taught: Taught, weight: number): Row[] {
  const rows: Row[] = [];
  for (const key of taught.spanKeys(operation)) {
    const gold = turn.spans.filter(
      ({ fields }) =>
        fields.length === 1 && fields[0]?.path.join('.') === key && fields[0].reading === 'as is',
    );
    const candidates = spansOf(turn.reading, turn.tokens);
    const isGold = (one: DrawnSpan | Span) =>
      gold.some(({ start, end }) => one.start === start && one.end === end);
    if (!gold.every((one) => candidates.some((span) => span.start === one.start && span.end === one.end)))
      continue;
    // A sentence has hundreds of spans that are alike: what overlaps the text teaches most, and a few of the others.
    const stride = Math.max(1, Math.ceil(candidates.length / OTHERS));
    let skipped = 0;
    for (const candidate of candidates) {
      const is = isGold(candidate);
      const near = gold.some(({ start, end }) => candidate.start < end && start < candidate.end);
      if (!is && !near && skipped++ % stride !== 0) continue;
      rows.push({
        features: spanFeatures(turn.reading, turn.tokens, candidate, key, operation),
        label: is ? YES : NO,
        weight,
      });
    }
  }
  return rows;
}

function choiceRows(
  turn: ReadTurn,
  operation: string,
  leaves: ReadonlyMap<string, Leaf>,
  given: Readonly<Record<string, unknown>>,
  filled: readonly string[],
  taught: Taught,
  weight: number,
): Row[] {
  return taught.choiceKeys(operation).flatMap((key) => {
    const leaf = leaves.get(key);
    if (leaf === undefined || isChosen(leaf)) return [];
    const value = given[key];
    // What must be given and is not in the label was left out of the label, not of the request.
    if (value === undefined && leaf.required) return [];
    return [
      {
        features: choiceFeatures(turn.tokens, operation, key, filled),
        label: value === undefined ? NO_CHOICE : choiceLabel(key, value),
        among: taught.choiceLabels(operation, key),
        weight,
      },
    ];
  });
}
