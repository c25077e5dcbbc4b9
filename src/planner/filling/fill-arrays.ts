import type { Word } from '../language/tokenize.js';
import type { Field } from '../schema/schema-fields.js';
import { convertNumber } from './convert-number.js';
import type { CueTable } from './cues.js';
import { readChoices } from './fill-choices.js';
import type { NumberMention } from './numbers.js';
import { namesAt, properNames } from './phrases.js';
import type { TextModel } from './read-text.js';
import type { Slot } from './slots.js';

export interface FilledArray {
  readonly value: readonly unknown[];
  readonly mentions: readonly NumberMention[];
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

/** Values for an array of strings, choices or numbers that the text lists. Undefined when it lists none. */
export function fillArray(
  field: Field,
  model: TextModel,
  cues: CueTable,
  slot: Slot | undefined,
  ordinary: (plain: string) => boolean,
  spoken: ReadonlySet<Word>,
  asked: boolean,
): FilledArray | undefined {
  const item = field.items;
  if (item === undefined) return undefined;
  if (item.kind === 'enum') {
    const value = readChoices(item, model, spoken, ordinary);
    return value.length > 0
      ? { value: value.map((one) => one.choice), mentions: [], spans: value }
      : undefined;
  }
  if (item.kind === 'number') return numberList(field, item, model, cues, asked);
  return item.kind === 'string' ? stringList(field, item, model, cues, slot, ordinary, asked) : undefined;
}

function numberList(
  field: Field,
  item: Field,
  model: TextModel,
  cues: CueTable,
  asked: boolean,
): FilledArray | undefined {
  let best: NumberMention[] = [];
  let run: NumberMention[] = [];
  for (const mention of model.numbers) {
    const last = run.at(-1);
    const joined =
      last !== undefined &&
      /^(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+|\s+)$/u.test(model.text.slice(last.end, mention.start));
    run = joined ? [...run, mention] : [mention];
    if (run.length > best.length) best = run;
  }
  const first = best[0];
  if (first === undefined) return undefined;
  const named = model.words.some(
    (word) => word.end <= first.start && first.start - word.end < 40 && cues.weight(word, field) >= 0.3,
  );
  if (!(named || (best.length >= 3 && (field.required || asked)) || asked)) return undefined;
  const value: number[] = [];
  for (const mention of best) {
    const conversion = convertNumber(mention, item, undefined);
    if (conversion?.ok !== true) return undefined;
    value.push(conversion.value);
  }
  return { value, mentions: best, spans: best };
}

function stringList(
  field: Field,
  item: Field,
  model: TextModel,
  cues: CueTable,
  slot: Slot | undefined,
  ordinary: (plain: string) => boolean,
  asked: boolean,
): FilledArray | undefined {
  const named = model.words.filter((word) => cues.weight(word, field) >= 0.45);
  const kinds =
    typeof item.schema['format'] === 'string' && /ur[il]/u.test(item.schema['format'])
      ? ['url']
      : ['quote', 'did', 'uuid', 'id', 'path', 'url', 'email'];
  const spans = model.spans.filter((span) => kinds.includes(span.kind));
  if (spans.length > 0 && (field.required || asked || named.length > 0)) {
    return { value: spans.map((span) => span.value), mentions: [], spans };
  }
  for (const word of named) {
    const lead =
      /^\s*(?:[:=]|are|like|such as|called|named)?\s*/iu.exec(model.text.slice(word.end))?.[0] ?? '';
    const names = namesAt(model, word.end + lead.length, ordinary);
    if (names.length > 0) return { value: names.map((name) => name.value), mentions: [], spans: names };
  }
  for (const before of slot?.before.keys() ?? []) {
    const found = new RegExp(String.raw`(?<!\p{L})${before}\s+`, 'iu').exec(model.text);
    const names = found === null ? [] : namesAt(model, found.index + found[0].length, ordinary);
    if (names.length > 0) return { value: names.map((name) => name.value), mentions: [], spans: names };
  }
  if (!field.required && !asked) return undefined;
  const names = properNames(model, ordinary);
  return names.length > 0
    ? { value: names.map((name) => name.value), mentions: [], spans: names }
    : undefined;
}
