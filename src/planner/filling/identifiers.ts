import { contentStems, isStopWord, splitName, stemOf } from '../language/tokenize.js';
import type { Field } from '../schema/schema-fields.js';
import { meets } from '../schema/validate.js';
import type { StringContext } from './fill-strings.js';
import type { Phrase } from './phrases.js';

/** No noun before a number is longer, with the blanks between. */
const REACH = 60;

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
      !isOfOther(field, model.text, one.start, ordinary) &&
      !taken(one.start, one.end),
  );
  return number === undefined
    ? []
    : [{ value: model.text.slice(number.start, number.end), start: number.start, end: number.end }];
}

/** `claim 42`, `entity #7`: a number right behind a noun. */
function followsSubject(before: string, ordinary: (plain: string) => boolean): boolean {
  const noun = nounBefore(before);
  return noun !== undefined && !isStopWord(noun) && ordinary(noun);
}

/** `collection 12` is no claim: a number behind a noun of this oracle that is none of the field's own names. */
export function isOfOther(
  { aliases }: Field,
  text: string,
  start: number,
  ordinary: (plain: string) => boolean,
): boolean {
  const noun = /^\d/u.test(text.slice(start)) ? nounBefore(text.slice(0, start)) : undefined;
  if (noun === undefined || aliases.length === 0 || isStopWord(noun) || !ordinary(noun)) return false;
  const stem = stemOf(noun);
  return !aliases.some((alias) => contentStems(alias).includes(stem));
}

function nounBefore(before: string): string | undefined {
  return /(\p{L}{3,})\s+(?:no\.?\s+|number\s+)?#?$/iu.exec(before.slice(-REACH))?.[1]?.toLowerCase();
}
