import { isRecord } from '../../kit/index.js';
import { splitName, stemOf } from '../language/tokenize.js';
import type { NumberMention, Reading, Unit } from '../reading/reading.js';
import type { Args } from '../schema/leaves.js';
import { type Field, fieldsOf, type JsonSchema, record } from '../schema/schema-fields.js';
import { labelIn } from './field-label.js';
import { formatScalar, nameInWords } from './format-value.js';
import type { Phrases } from './phrases/phrases.js';
import { verbatim } from './verbatim.js';

const VALUE_LIMIT = 200;

/** How values are said, and by the words of which language. */
export interface Manner {
  /** What the person said, which lends its units. */
  readonly heard: readonly Reading[];
  readonly phrases: Phrases;
}

/** The values of a call as a person says them: `2,040 households, mean 6 kg, 25% dropout`. */
export function argsInWords(args: Args, parameters: JsonSchema, manner: Manner): string {
  return membersInWords(args, fieldsOf(parameters), manner).join(', ');
}

function membersInWords(args: Args, fields: readonly Field[], manner: Manner): string[] {
  // What stands by itself first, groups behind it.
  const entries = Object.entries(args).toSorted(
    ([, one], [, other]) => Number(isRecord(one)) - Number(isRecord(other)),
  );
  return entries.flatMap(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    const said =
      field === undefined
        ? `${nameInWords(name)} ${plain(value, name, manner)}`
        : inWords(value, field, manner);
    return said === '' ? [] : [said];
  });
}

function inWords(value: unknown, field: Field, manner: Manner): string {
  const { items } = field;
  if (Array.isArray(value)) {
    if (items?.kind === 'object')
      return value.map((one) => rowInWords(record(one), items, manner)).join(', ');
    return `${shortName(field, manner)} ${value.map((one) => plain(one, field.name, manner)).join(', ')}`;
  }
  // A switch says nothing beside what it switches on.
  if (field.kind === 'object' && field.members.length > 0) {
    const entries = Object.entries(record(value));
    const told = entries.length > 1 ? entries.filter(([, member]) => member !== true) : entries;
    return membersInWords(Object.fromEntries(told), field.members, manner).join(', ');
  }
  if (typeof value === 'number') return numberInWords(value, field, manner);
  return `${shortName(field, manner)} ${plain(value, field.name, manner)}`;
}

/** A member of a list, by its name and what it says of it: `urban 60%`. */
function rowInWords(row: Args, { members }: Field, manner: Manner): string {
  const values = Object.entries(row).map(([name, value]) => {
    const field = members.find((one) => one.name === name);
    return typeof value === 'number' && field !== undefined
      ? quantity(value, field, manner)
      : plain(value, name, manner);
  });
  return values.join(' ');
}

/** `25% dropout` and `2,040 households` where the person put a word of the field behind it; else `mean 6 kg`. */
function numberInWords(value: number, field: Field, manner: Manner): string {
  const shown = quantity(value, field, manner);
  const stems = new Set(
    [...field.label.split(' '), ...field.aliases].map((word) => stemOf(word.toLowerCase())),
  );
  // `3 days` names the field `days` itself.
  if (stems.has(stemOf(shown.split(' ').at(-1)?.toLowerCase() ?? ''))) return shown;
  for (const { mention, text } of numbersIn(manner.heard)) {
    const word = /^\s+(\p{L}[\p{L}-]*)/u.exec(text.slice(mention.end, mention.end + VALUE_LIMIT))?.[1];
    if (near(mention.value, value) && word !== undefined && stems.has(stemOf(word.toLowerCase())))
      return `${shown} ${word}`;
  }
  return `${shortName(field, manner)} ${shown}`;
}

function quantity(value: number, field: Field, manner: Manner): string {
  if (field.fraction) return `${plain(Number((value * 100).toPrecision(6)), field.name, manner)}%`;
  const unit = unitOf(value, manner.heard) ?? field.unit;
  return unit === undefined
    ? plain(value, field.name, manner)
    : `${plain(value, field.name, manner)} ${unit}`;
}

/** The unit that a value was given in, or one that the person used and that it was turned into. */
function unitOf(value: number, heard: readonly Reading[]): string | undefined {
  const numbers = numbersIn(heard).map(({ mention }) => mention);
  const same = numbers.filter((mention) => near(mention.value, value));
  const names = new Set(same.map(({ unit }) => unit && signOf(unit)));
  if (names.size > 0) return names.size === 1 ? [...names][0] : undefined;
  const units = new Map(numbers.flatMap(({ unit }) => (unit === undefined ? [] : [[signOf(unit), unit]])));
  for (const [sign, into] of units) {
    const turned = numbers.some(
      ({ value: said, unit }) =>
        unit?.factor !== undefined &&
        into.factor !== undefined &&
        unit.dimension === into.dimension &&
        near((said * unit.factor) / into.factor, value),
    );
    if (turned) return sign;
  }
  return undefined;
}

function signOf({ name, per }: Unit): string {
  return per === undefined ? name : `${name}/${per}`;
}

function numbersIn(heard: readonly Reading[]): { readonly mention: NumberMention; readonly text: string }[] {
  return heard.flatMap(({ mentions, text }) =>
    mentions.flatMap((mention) => (mention.type === 'number' ? [{ mention, text }] : [])),
  );
}

function near(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other));
}

/** The shortest of its other names that only leaves words of its label out: `sd` for `expected SD`. */
function shortName(field: Field, { phrases }: Manner): string {
  const { label, aliases } = field;
  const own = labelIn(field, phrases.language);
  if (own !== label) return own;
  const words = new Set(label.toLowerCase().split(/\s+/u));
  return aliases
    .filter((alias) => alias.split(/\s+/u).every((word) => words.has(word.toLowerCase())))
    .reduce((short, alias) => (alias.length < short.length ? alias : short), label);
}

/** A value of any shape on one line. */
function plain(value: unknown, name: string, manner: Manner): string {
  if (Array.isArray(value)) return value.map((member) => plain(member, name, manner)).join(', ');
  if (typeof value !== 'object' || value === null) {
    const shown = formatScalar(value, name, VALUE_LIMIT);
    if (typeof value === 'string') return verbatim(shown);
    return typeof value === 'number' && !manner.phrases.commas ? shown.replaceAll(',', '') : shown;
  }
  return Object.entries(value)
    .map(([key, member]) => `${splitName(key).join(' ')} ${plain(member, key, manner)}`)
    .join(', ');
}
