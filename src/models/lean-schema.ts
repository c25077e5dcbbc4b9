import { isRecord } from '../kit/index.js';
import { readWords, type ToolSchema } from '../plugin/index.js';

type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose members are schemas by names of the tool's own. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Keywords whose value is no schema: whatever it holds is data. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'required']);
/** Keywords that tell nothing more where the description shows a value. */
const SHOWN = new Set(['pattern', 'examples']);
/** From here on a limit is a guard against abuse, and says nothing to a model. */
const LONG_TEXT = 100;
const LONG_LIST = 100;
const LARGE = 1_000_000;
/** So many letters of other names are worth their tokens. */
const SHORT_WORDS = 6;

const cache = new WeakMap<object, Schema>();

/**
 * Parameters as a language model reads them. What people call a field, and its unit, join the description when they are
 * short and not said yet. What costs tokens and tells it nothing is left out: further aliases, bounds that only say what
 * a double can count or that an amount is not negative, limits far beyond any sensible call, pattern and examples of a text
 * whose description shows one, and that no other fields are taken, which the system prompt says once for all tools.
 * Arguments are validated by the whole schema all the same.
 */
export function leanParameters({ parameters }: Pick<ToolSchema, 'parameters'>): Schema {
  const cached = cache.get(parameters);
  if (cached !== undefined) return cached;
  const lean = leanSchema(parameters) as Schema;
  cache.set(parameters, lean);
  return lean;
}

/** @param name of the property whose schema it is */
function leanSchema(schema: unknown, name = ''): unknown {
  if (Array.isArray(schema)) return schema.map((each) => leanSchema(each));
  if (!isRecord(schema)) return schema;
  const shown = typeof schema['description'] === 'string' && /\bsuch as\b/iu.test(schema['description']);
  const lean = Object.entries(schema)
    .filter(([key, value]) => !saysNothing(key, value) && !(shown && SHOWN.has(key)))
    .filter(([key, value]) => !(key === 'minimum' && value === 0 && isOpenAbove(schema)))
    .map(([key, value]): [string, unknown] => [key, leanKeyword(key, value)]);
  const words = otherWords(schema, name);
  if (words === '') return Object.fromEntries(lean);
  const { description } = schema;
  const told = typeof description === 'string' ? `${description} (${words})` : words;
  return { ...Object.fromEntries(lean), description: told };
}

/** `also deff; in hours`: what the words of name and description do not say yet. */
function otherWords(schema: Schema, name: string): string {
  const { aliases, unit } = readWords(schema);
  if (aliases.length === 0 && unit === undefined) return '';
  const said = new Set(wordsIn(`${name} ${String(schema['description'] ?? '')}`));
  const isNews = (text: string) => wordsIn(text).some((word) => !said.has(word));
  const called = aliases.filter(isNews).join(', ');
  return [
    ...(called !== '' && called.length <= SHORT_WORDS ? [`also ${called}`] : []),
    ...(unit !== undefined && isNews(unit) ? [`in ${unit}`] : []),
  ].join('; ');
}

/** Lower case; `maxSize` is two. */
function wordsIn(text: string): readonly string[] {
  return text
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
}

function leanKeyword(key: string, value: unknown): unknown {
  if (DATA.has(key)) return value;
  if (MAPS.has(key) && isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, leanSchema(member, name)]),
    );
  return leanSchema(value);
}

/** No count and no measure is negative: a least value of 0 tells something only as the end of a range. */
function isOpenAbove({ maximum, exclusiveMaximum }: Schema): boolean {
  return exclusiveMaximum === undefined && (maximum === undefined || saysNothing('maximum', maximum));
}

function saysNothing(key: string, value: unknown): boolean {
  switch (key) {
    case 'aliases':
    case 'opposites':
    case 'values':
    case 'unit':
    case 'insteadOf':
    case 'orElse':
      return true;
    case 'minimum':
      return typeof value === 'number' && value <= Number.MIN_SAFE_INTEGER;
    case 'maximum':
      return typeof value === 'number' && value >= LARGE;
    case 'minLength':
    case 'minItems':
      return value === 1;
    case 'default':
      return Array.isArray(value) && value.length === 0;
    case 'additionalProperties':
      return value === false;
    case 'maxLength':
      return typeof value === 'number' && value >= LONG_TEXT;
    case 'maxItems':
      return typeof value === 'number' && value >= LONG_LIST;
    default:
      return false;
  }
}
