import { isStopWord, splitName, type Word } from '../language/tokenize.js';
import type { Field } from '../schema/schema-fields.js';
import { fitsPattern } from '../schema/validate.js';
import type { CueTable } from './cues.js';
import { freeText, toEnd } from './free-text.js';
import { identifier, isOfOther, token } from './identifiers.js';
import { nameAt, namesAt, type Phrase, properNames } from './phrases.js';
import type { TextModel } from './read-text.js';
import type { Slot } from './slots.js';

export interface StringContext {
  readonly model: TextModel;
  readonly cues: CueTable;
  readonly slot: Slot | undefined;
  /** Where an example sentence has this value. */
  readonly frameStart: number | undefined;
  /** Words of the tool and its capability: they are no values. */
  readonly ordinary: (plain: string) => boolean;
  /** The person answers a question about this field. */
  readonly asked: boolean;
  /** Whether a part of the text already serves another field. */
  readonly taken: (start: number, end: number) => boolean;
}

const FREE_TEXT = new Set(
  'text content contents query question note message title subject body prompt search topic fact memory description reason comment phrase term'.split(
    ' ',
  ),
);
const REFERENCE =
  /(?:^|\s)(?:id|ids|did|cid|uuid|ref|reference|key|hash|address|token|url|uri|path|file|code)$/u;
/** Fields that hold pasted data. */
const DATA = /\b(?:csv|tsv|table|rows|lines|readings|data|dataset|content|json|list)\b/iu;
/** A field of less room holds a name of something in the data. */
const LONG = 1_000;
const PREPOSITIONS = /(?<![\p{L}\p{N}])(?:in|for|at|near|around|from|to|of|about|on)\s+(?=[\p{L}])/giu;

/** Values for a string field, best first; several when the text lists several. Never a guess beyond the text. */
export function findStrings(field: Field, context: StringContext): Phrase[] {
  const exact = byFormat(field, context) ?? byPattern(field, context);
  if (exact !== undefined) return exact === 'none' ? [] : [exact];
  const name = splitName(field.name).join(' ');
  const block = context.model.spans.find(
    (span) => span.kind === 'block' && !context.taken(span.start, span.end),
  );
  const holdsData =
    DATA.test(`${name} ${field.description}`) && Number(field.schema['maxLength'] ?? LONG) >= LONG;
  if (block !== undefined && holdsData && fits(field, block.value)) return [block];
  const listed = context.model.spans.find(
    (span) => span.kind === 'id' && field.description.includes(span.value),
  );
  if (listed !== undefined && !context.taken(listed.start, listed.end)) return [listed];
  const place = /(?:^|\s)(?:path|file)$/u.test(name) ? pathValue(field, context) : undefined;
  if (place !== undefined) return [place];
  const quoted = quotedValue(field, context);
  if (quoted !== undefined) return [quoted];
  const reference = REFERENCE.test(name);
  const led = afterOwnName(field, context, reference);
  if (led !== undefined) return [led];
  if (reference) return identifier(field, context);
  if (context.slot?.free === true || (field.required && free(field))) return freeText(field, context);
  const learned = learnedValue(field, context);
  if (learned.length > 0) return learned;
  if (!field.required && !context.asked) return [];
  const after = afterPreposition(context);
  if (after.length > 0) return after;
  const proper = properNames(context.model, context.ordinary).filter(
    (one) => !context.taken(one.start, one.end),
  );
  if (proper.length > 0 || !context.asked) return proper.slice(0, 1);
  const bare = bareAnswer(context);
  return bare === undefined ? [] : [bare];
}

/** A path in the text is a path, before any quotation could be one. */
function pathValue(field: Field, { model, taken }: StringContext): Phrase | undefined {
  return model.spans.find(
    (span) => span.kind === 'path' && !taken(span.start, span.end) && fits(field, span.value),
  );
}

/** A message that is a name and nothing else, `berlin` or `berlin, please`. */
function bareAnswer({ model, taken }: StringContext): Phrase | undefined {
  const name = nameAt(model, 0, () => false);
  if (name === undefined || taken(name.start, name.end)) return undefined;
  const list = name.value.split(/[\s,]+/u);
  const prose =
    list.length > 4 ||
    list.some((word, index) => isStopWord(word.toLowerCase()) && (index === 0 || /^\p{Lu}/u.test(word)));
  return prose ||
    !/^(?:[\s.!?]*|[\s,]*(?:please|thanks|,.*|\d.*|for\s.*|over\s.*))$/iu.test(model.text.slice(name.end))
    ? undefined
    : name;
}

/** `none` when the schema's format is one that only a verbatim piece can meet, and the text has none. */
function byFormat(field: Field, { model, taken }: StringContext): Phrase | 'none' | undefined {
  const format = typeof field.schema['format'] === 'string' ? field.schema['format'] : undefined;
  const kinds: Readonly<Record<string, string>> = {
    uri: 'url',
    url: 'url',
    'uri-reference': 'url',
    email: 'email',
    uuid: 'uuid',
  };
  if (format === undefined || kinds[format] === undefined) return undefined;
  const span = model.spans.find(
    (one) =>
      (one.kind === kinds[format] || one.kind === 'quote') &&
      fits(field, one.value) &&
      !taken(one.start, one.end),
  );
  return span === undefined ? 'none' : span;
}

function byPattern(
  field: Field,
  { model, taken, slot, frameStart, ordinary }: StringContext,
): Phrase | 'none' | undefined {
  if (typeof field.schema['pattern'] !== 'string') return undefined;
  const tokens: Phrase[] = [...model.spans];
  for (const date of model.dates)
    if (date.value !== date.from) tokens.push({ value: date.value, start: date.start, end: date.end });
  for (const match of model.text.matchAll(/[^\s,;"“”]+/gu)) {
    const value = match[0].replace(/^[(['"]+|[)\]'".!?:]+$/gu, '');
    const start = match.index + match[0].indexOf(value);
    tokens.push({ value, start, end: start + value.length });
  }
  // The figures at the end of `bafkrei0001` are no value by themselves.
  for (const { text, start, end } of model.words)
    if (!/^\d/u.test(text) || !/\p{L}$/u.test(model.text.slice(0, start)))
      tokens.push({ value: text, start, end });
  const free = tokens.filter((token) => token.value !== '' && !taken(token.start, token.end));
  const led = (token: Phrase) =>
    slot?.before.has(wordBefore(model.text, token.start)) === true || frameStart === token.start;
  // A pattern that any word meets (`^.+$`) says nothing.
  if (fits(field, 'zq') && fits(field, 'ZQ Zq') && fits(field, '1')) return undefined;
  const first = free.filter(led);
  for (const token of first) {
    const asWritten = fits(field, token.value);
    if (asWritten && !looksLikeProse(token.value, field)) return token;
    const upper = token.value.toUpperCase();
    // Codes are written in capitals; what has its own letters, such as `uusdc`, keeps them.
    if (fits(field, upper)) return asWritten ? token : { ...token, value: upper };
  }
  const ranked = new Set(first);
  for (const token of free) {
    if (ranked.has(token) || isStopWord(token.value.toLowerCase())) continue;
    if (isOfOther(field, model.text, token.start, ordinary)) continue;
    if (fits(field, token.value) && !looksLikeProse(token.value, field)) return token;
  }
  return 'none';
}

/** A pattern such as `^[a-z]+$` also meets ordinary words, `Balance` too; those are values only where the slot says so. */
function looksLikeProse(value: string, field: Field): boolean {
  return /^\p{L}\p{Ll}*$/u.test(value) && fits(field, 'weather') && fits(field, 'because');
}

/** Whether a text meets the field's pattern and length. A pattern that is no regular expression refuses all. */
function fits(field: Field, value: string): boolean {
  const { pattern, minLength, maxLength } = field.schema;
  if (typeof minLength === 'number' && value.length < minLength) return false;
  if (typeof maxLength === 'number' && value.length > maxLength) return false;
  return typeof pattern !== 'string' || fitsPattern(pattern, value);
}

function quotedValue(field: Field, { model, cues, taken, asked }: StringContext): Phrase | undefined {
  const quotes = model.spans.filter(
    (span) => span.kind === 'quote' && !taken(span.start, span.end) && fits(field, span.value),
  );
  const named = quotes.find((quote) => {
    const before = model.words.filter((word) => word.end <= quote.start).slice(-3);
    return before.some((word) => cues.weight(word, field) >= 0.3);
  });
  return named ?? (field.required || asked ? quotes[0] : undefined);
}

/** `city: Berlin`, `the note is …`, `project named Alpha`, `title "x"`. */
function afterOwnName(field: Field, context: StringContext, reference: boolean): Phrase | undefined {
  const { model, cues, taken } = context;
  for (const word of model.words) {
    if (cues.weight(word, field) < 0.45 || !isNamed(word, field)) continue;
    const tail =
      /^(?:\s+(?:id|name))?(?:\s*[:=]\s*|\s+(?:is|called|named|titled|=)\s+|\s+(?=\p{Lu}|\S*\d))/iu.exec(
        model.text.slice(word.end),
      );
    if (tail === null) continue;
    const from = word.end + tail[0].length;
    const strong = /[:=]|called|named|titled|\bis\b/iu.test(tail[0]);
    const value = reference
      ? token(model.text, from)
      : free(field) && strong
        ? toEnd(context, from)
        : nameAt(model, from, context.ordinary);
    if (
      value !== undefined &&
      !taken(value.start, value.end) &&
      fits(field, value.value) &&
      (!reference || /\d|[:/_-]/u.test(value.value))
    )
      return value;
  }
  return undefined;
}

function isNamed(word: Word, field: Field): boolean {
  return (field.cues.get(word.stem) ?? 0) >= 0.8;
}

function free(field: Field): boolean {
  return splitName(field.name).some((part) => FREE_TEXT.has(part));
}

function learnedValue(field: Field, context: StringContext): Phrase[] {
  const { model, slot, ordinary, taken, frameStart } = context;
  const usable = (from: number) =>
    namesAt(model, from, ordinary).filter((one) => !taken(one.start, one.end) && fits(field, one.value));
  if (frameStart !== undefined) {
    const names = usable(frameStart);
    if (names.length > 0) return names;
  }
  for (const match of [...model.text.matchAll(/\p{L}+/gu)].reverse()) {
    if (slot?.before.has(match[0].toLowerCase()) !== true) continue;
    const names = usable(match.index + match[0].length);
    if (names.length > 0) return names;
  }
  return [];
}

function afterPreposition({ model, ordinary, taken }: StringContext): Phrase[] {
  for (const capital of [true, false]) {
    for (const match of model.text.matchAll(PREPOSITIONS)) {
      const names = namesAt(model, match.index + match[0].length, ordinary).filter(
        (one) => !taken(one.start, one.end),
      );
      const first = names[0];
      if (first !== undefined && /^\p{Lu}/u.test(first.value) === capital) return names;
    }
  }
  return [];
}

/** No word that leads to a value is longer, the blanks behind it included. */
const WORD_REACH = 48;

function wordBefore(text: string, end: number): string {
  const near = text.slice(Math.max(0, end - WORD_REACH), end);
  return (/(\p{L}+)[\s:"“]*$/u.exec(near)?.[1] ?? '').toLowerCase();
}
