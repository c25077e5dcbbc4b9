import type { StringContext } from './fill-strings.js';
import type { Phrase } from './phrases.js';
import type { Field } from './schema-fields.js';
import { isStopWord, splitName } from './tokenize.js';
import { meets } from './validate.js';

/** The run of characters without white space that begins at `from`. */
export function token(text: string, from: number): Phrase | undefined {
  const raw = /^[^\s,;]+/u.exec(text.slice(from))?.[0].replace(/[.!?)]+$/u, '');
  return raw === undefined || raw === '' ? undefined : { value: raw, start: from, end: from + raw.length };
}

/** DIDs, addresses, file paths and codes, by the name of the field. */
export function identifier(field: Field, { model, taken, asked, ordinary }: StringContext): Phrase[] {
  const last = splitName(field.name).at(-1) ?? '';
  const wanted = /url|uri/u.test(last)
    ? ['url']
    : /path|file/u.test(last)
      ? ['path', 'quote']
      : ['did', 'uuid', 'id', 'quote', 'path'];
  const spans = model.spans.filter(
    (span) => wanted.includes(span.kind) && !taken(span.start, span.end) && meets(span.value, field.schema),
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
