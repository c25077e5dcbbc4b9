import { escapePattern } from '../../../../kit/index.js';
import { fold } from '../../../language/fold.js';
import { LANGUAGES } from '../../../language/language.js';
import { isSmallWord } from '../../../language/language-of.js';
import { alternatives, LEXICONS } from '../../../language/lexicon.js';
import { isStopWord } from '../../../language/tokenize.js';
import { type Args, getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { meets } from '../../../schema/validate.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { numberLeaves } from '../held-call.js';
import { type SaidNumbers, saidNumbers } from './called-numbers.js';

/** Words behind the name of a value that are none. */
const NO_VALUE =
  /^(?:value|number|no|phrase|word|is|was|as|of|from|for|in|on|to|and|or|please|later|yet|wert|ist|est|es|ni|drand|beacon|commitment)$/u;
const VALUE = String.raw`(?:\s+(?:is|was|ist|est|es|e|ni|la|le|el|o))?\s*[:=]?\s*["“«„]?(?<value>[\p{L}\p{N}][\p{L}\p{N}._-]*)`;

/**
 * A call held to the names of its values, for texts that may be a number as well: `seed march, 10 replacements` gives both, and
 * a count that is called by the name of another field is no seed.
 */
export function holdLabelled(call: PlannedCall, message: string): PlannedCall {
  if (call.agreed === true) return call;
  const leaves = rootLeaves(fieldsOf(call.candidate.tool.parameters));
  return leaves
    .filter(({ kind, orInteger }) => kind === 'string' && orInteger)
    .reduce(
      (held, field) => withNamed(withoutCount(held, field, saidNumbers(message)), field, message),
      call,
    );
}

/** A number that the text took is that of the field whose name stands behind it, where its own name does not stand before. */
function withoutCount(call: PlannedCall, field: Field, said: SaidNumbers): PlannedCall {
  const value = getPath(call.args, field.path);
  const [, kept = '', figures = ''] = /^(?:(.+?)[,;]\s*)?(\d[\d.,]*)$/u.exec(String(value)) ?? [];
  const mention = said.numbers.find(({ raw }) => raw === figures);
  if (mention === undefined) return call;
  const before = said.folded.slice(Math.max(0, mention.start - 24), mention.start);
  const behind = said.folded.slice(mention.end, mention.end + 32);
  if (new RegExp(`(?<!\\p{L})(?:${namesOf(field)})(?:\\s+\\p{L}{1,8})?\\s*[:=]?\\s*$`, 'u').test(before))
    return call;
  const other = numberLeaves(call).find((one) =>
    new RegExp(`^\\s+(?:${namesOf(one)})(?!\\p{L})`, 'u').test(behind),
  );
  if (other === undefined) return call;
  const own = getPath(call.args, other.path);
  const moved = own === undefined && meets(mention.value, other.schema);
  const rest = without(call.args, field);
  const args = meets(kept, field.schema) ? withPath(rest, field.path, kept) : rest;
  return {
    ...call,
    args: moved ? withPath(args, other.path, mention.value) : args,
    missing:
      getPath(args, field.path) === undefined && isNeeded(field, args)
        ? [...call.missing.filter((one) => one !== field), field]
        : call.missing,
  };
}

/** The word behind the name of a field that has no value. */
function withNamed(call: PlannedCall, field: Field, message: string): PlannedCall {
  if (
    getPath(call.args, field.path) !== undefined ||
    field.orElse.some((name) => call.args[name] !== undefined)
  )
    return call;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${namesOf(field)})${VALUE}`, 'u');
  const low = fold(message);
  const match = low.length === message.length ? pattern.exec(low) : null;
  const plain = match?.groups?.['value']?.replace(/[._-]+$/u, '');
  if (match === null || plain === undefined || isNoValue(plain)) return call;
  const start = match.index + match[0].lastIndexOf(match.groups?.['value'] ?? '');
  const value = message.slice(start, start + plain.length);
  if (!meets(value, field.schema)) return call;
  const args = withPath(call.args, field.path, value);
  const missing = call.missing.filter(
    ({ path, name }) => path !== field.path && !field.orElse.includes(name),
  );
  return {
    ...call,
    args,
    missing,
    band: 'likely',
    unused: call.unused.filter((one) => !one.includes(value)),
  };
}

function isNoValue(plain: string): boolean {
  return plain.length < 2 || NO_VALUE.test(plain) || isStopWord(plain) || isSmallWord(plain);
}

function namesOf({ label, name, aliases }: Field): string {
  const own = [label, name, ...aliases].map((each) => escapePattern(fold(each)));
  // What it is called in the other languages, where it is a thing that they know.
  const others = LANGUAGES.flatMap((language) =>
    alternatives(LEXICONS[language].fields[name] ?? '').flatMap((each) =>
      each === '' || each.includes('…') ? [] : [escapePattern(fold(each))],
    ),
  );
  return [...new Set([...own, ...others])].sort((a, b) => b.length - a.length).join('|');
}

function without(args: Args, { path }: Field): Args {
  const [first = ''] = path;
  const { [first]: _, ...rest } = args;
  return path.length === 1 ? rest : args;
}

function isNeeded({ required, orElse }: Field, args: Args): boolean {
  return required || (orElse.length > 0 && orElse.every((name) => args[name] === undefined));
}
