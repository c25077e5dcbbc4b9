import { splitName } from '../../language/tokenize.js';
import type { Field } from '../../schema/schema-fields.js';
import { isIdentifier } from '../turns/recall.js';

/** A text of so many characters is no name. */
const LONG = 400;
/** What is the name of a thing, however long it may be. */
const NAMES =
  /^(?:path|file|folder|document|id|did|seed|cursor|url|uri|link|email|name|key|hash|regex|pattern|csv|code)$/u;
/** What a text without a limit is called where it is no name. */
const TEXTS =
  /^(?:text|message|question|query|instruction|content|body|notes?|prompt|comment|problem|description|sentence|words|say|saying|about|search|q|quote)$/u;
/** Something that somebody says. */
const SAID = 'a word, and 2 more: what? “No.”';

/** Whether a field takes what somebody says, in a sentence or a part of one: a question, a note, an instruction. */
export function isProse(field: Field): boolean {
  const { kind, schema, name, aliases } = field;
  if (kind !== 'string' || schema['format'] !== undefined || isIdentifier(field)) return false;
  const longest = schema['maxLength'];
  const called = [...splitName(name), ...aliases].map((word) => word.toLowerCase());
  if (called.some((word) => NAMES.test(word))) return false;
  if (typeof longest === 'number' ? longest < LONG : !called.some((word) => TEXTS.test(word))) return false;
  return takes(schema['pattern'], SAID);
}

function takes(pattern: unknown, text: string): boolean {
  if (typeof pattern !== 'string') return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
