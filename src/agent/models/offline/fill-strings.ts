import type { CueTable } from './cues.js';
import { nameAt, namesAt, type Phrase, properNames } from './phrases.js';
import type { TextModel } from './read-text.js';
import type { Field } from './schema-fields.js';
import type { Slot } from './slots.js';
import { isStopWord, splitName, type Word } from './tokenize.js';
import { fitsPattern } from './validate.js';

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
const PREPOSITIONS = /(?<![\p{L}\p{N}])(?:in|for|at|near|around|from|to|of|about|on)\s+(?=[\p{L}])/giu;

/** Values for a string field, best first; several when the text lists several. Never a guess beyond the text. */
export function findStrings(field: Field, context: StringContext): Phrase[] {
  const exact = byFormat(field, context) ?? byPattern(field, context);
  if (exact !== undefined) return exact === 'none' ? [] : [exact];
  const name = splitName(field.name).join(' ');
  const listed = context.model.spans.find(
    (span) => span.kind === 'id' && field.description.includes(span.value),
  );
  if (listed !== undefined && !context.taken(listed.start, listed.end)) return [listed];
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
  { model, taken, slot, frameStart }: StringContext,
): Phrase | 'none' | undefined {
  if (typeof field.schema['pattern'] !== 'string') return undefined;
  const tokens: Phrase[] = [...model.spans];
  for (const date of model.dates)
    if (date.period !== undefined) tokens.push({ value: date.period, start: date.start, end: date.end });
  for (const match of model.text.matchAll(/[^\s,;"“”]+/gu)) {
    const value = match[0].replace(/^[(['"]+|[)\]'".!?:]+$/gu, '');
    const start = match.index + match[0].indexOf(value);
    tokens.push({ value, start, end: start + value.length });
  }
  for (const word of model.words) tokens.push({ value: word.text, start: word.start, end: word.end });
  const free = tokens.filter((token) => token.value !== '' && !taken(token.start, token.end));
  const led = (token: Phrase) =>
    slot?.before.has(lastWord(model.text.slice(0, token.start))) === true || frameStart === token.start;
  const ranked = [
    ...free.filter(led),
    ...free.filter((token) => !led(token) && !isStopWord(token.value.toLowerCase())),
  ];
  // A pattern that any word meets (`^.+$`) says nothing.
  if (fits(field, 'zq') && fits(field, 'ZQ Zq') && fits(field, '1')) return undefined;
  for (const token of ranked) {
    if (fits(field, token.value) && !looksLikeProse(token.value, field)) return token;
    const upper = token.value.toUpperCase();
    if (led(token) && fits(field, upper)) return { ...token, value: upper };
  }
  return 'none';
}

/** A pattern such as `^[a-z]+$` also meets ordinary words; those are values only where the slot says so. */
function looksLikeProse(value: string, field: Field): boolean {
  return /^\p{Ll}+$/u.test(value) && fits(field, 'weather') && fits(field, 'because');
}

/** Whether a text meets the field's pattern and length. A pattern that is no regular expression refuses all. */
export function fits(field: Field, value: string): boolean {
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

function token(text: string, from: number): Phrase | undefined {
  const raw = /^[^\s,;]+/u.exec(text.slice(from))?.[0].replace(/[.!?)]+$/u, '');
  return raw === undefined || raw === '' ? undefined : { value: raw, start: from, end: from + raw.length };
}

/** DIDs, addresses, file paths and codes, by the name of the field. */
function identifier(field: Field, { model, taken, asked, ordinary }: StringContext): Phrase[] {
  const last = splitName(field.name).at(-1) ?? '';
  const wanted = /url|uri/u.test(last)
    ? ['url']
    : /path|file/u.test(last)
      ? ['path', 'quote']
      : ['did', 'uuid', 'id', 'quote', 'path'];
  const spans = model.spans.filter(
    (span) => wanted.includes(span.kind) && !taken(span.start, span.end) && fits(field, span.value),
  );
  const best = spans.sort((a, b) => wanted.indexOf(a.kind) - wanted.indexOf(b.kind))[0];
  if (best !== undefined) return [best];
  if (!field.required && !asked) return [];
  const number = model.numbers.find(
    (one) =>
      /^\d+$/u.test(one.raw) &&
      (asked || followsSubject(model.text.slice(0, one.start), ordinary)) &&
      !taken(one.start, one.end),
  );
  return number === undefined
    ? []
    : [{ value: model.text.slice(number.start, number.end), start: number.start, end: number.end }];
}

/** `claim 42`, `entity #7`: a number right behind a noun. */
function followsSubject(before: string, ordinary: (plain: string) => boolean): boolean {
  const noun = /(\p{L}{3,})\s+(?:no\.?\s+|number\s+)?#?$/iu.exec(before)?.[1]?.toLowerCase();
  return noun !== undefined && !isStopWord(noun) && ordinary(noun);
}

/** All that follows a colon, the words of an example, or the words which examples put before such a value. */
function freeText(field: Field, context: StringContext): Phrase[] {
  const { model, slot, frameStart } = context;
  const colon = /:\s+(?=\S)/u.exec(model.text);
  const starts: number[] = [];
  if (colon !== null) starts.push(colon.index + colon[0].length);
  if (frameStart !== undefined) starts.push(frameStart);
  for (const lead of [...(slot?.before ?? []), 'about', 'that', 'for']) {
    const found = new RegExp(String.raw`(?<![\p{L}])${lead}\s+(?=\S)`, 'iu').exec(model.text);
    if (found !== null) starts.push(found.index + found[0].length);
  }
  if (context.asked && starts.length === 0) starts.push(0);
  for (const start of starts) {
    const value = toEnd(context, start);
    if (value !== undefined && fits(field, value.value)) return [value];
  }
  return [];
}

/** The rest of the line, without a courtesy or what serves another field at its end. */
function toEnd({ model, taken, ordinary }: StringContext, from: number): Phrase | undefined {
  const line = /^[^\n]+/u.exec(model.text.slice(from))?.[0] ?? '';
  let end = from + line.length;
  for (;;) {
    const rest = model.text.slice(from, end);
    const tail =
      /(?<!\b\p{L})[\s.?!,;]+$/u.exec(rest) ??
      /,?\s+(?:please|thanks|thank you)$/iu.exec(rest) ??
      servedTail(rest, from, taken, ordinary);
    if (tail === null || tail.index === 0) break;
    end = from + tail.index;
  }
  const value = model.text.slice(from, end);
  return value.trim() === '' ? undefined : { value, start: from, end };
}

/** A last word or a last part behind a comma that another field took, with the small words before it. */
function servedTail(
  rest: string,
  from: number,
  taken: StringContext['taken'],
  ordinary: StringContext['ordinary'],
): RegExpExecArray | null {
  const part = /[,;]\s*[^,;]+$/u.exec(rest);
  if (part !== null) {
    const list = [...part[0].matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)];
    const at = (match: RegExpMatchArray) => from + part.index + (match.index ?? 0);
    const served = (match: RegExpMatchArray) => taken(at(match), at(match) + match[0].length);
    if (
      list.some(served) &&
      list.every(
        (match) => served(match) || isStopWord(match[0].toLowerCase()) || ordinary(match[0].toLowerCase()),
      )
    )
      return part;
  }
  const word = /(?:\s+(?:on|by|at|due|for|until|before))?\s+\S+$/iu.exec(rest);
  return word !== null && taken(from + rest.length - 1, from + rest.length) ? word : null;
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

function lastWord(text: string): string {
  return (/(\p{L}+)[\s:"“]*$/u.exec(text)?.[1] ?? '').toLowerCase();
}
