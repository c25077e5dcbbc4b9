import type { ToolSchema } from '../plugin/index.js';

type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose members are schemas by names of the tool's own. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Keywords whose value is no schema: whatever it holds is data. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'required']);
/** From here on a limit is a guard against abuse, and says nothing to a model. */
const LONG_TEXT = 100;
const LONG_LIST = 100;
const LARGE = 1_000_000;

const cache = new WeakMap<object, Schema>();

/**
 * Parameters as a language model reads them, without what costs tokens and tells it nothing: the aliases by which the
 * offline planner matches words, bounds that only say what a double can count, limits far beyond any sensible call, the
 * pattern of a text whose description shows one.
 * Arguments are validated by the whole schema all the same.
 */
export function leanParameters({ parameters }: Pick<ToolSchema, 'parameters'>): Schema {
  const cached = cache.get(parameters);
  if (cached !== undefined) return cached;
  const lean = leanSchema(parameters) as Schema;
  cache.set(parameters, lean);
  return lean;
}

function leanSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(leanSchema);
  if (!isSchema(schema)) return schema;
  const shown = typeof schema['description'] === 'string' && /\bsuch as\b/iu.test(schema['description']);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !saysNothing(key, value) && !(shown && key === 'pattern'))
      .filter(([key, value]) => !(key === 'minimum' && value === 0 && isOpenAbove(schema)))
      .map(([key, value]) => [key, leanKeyword(key, value)]),
  );
}

function leanKeyword(key: string, value: unknown): unknown {
  if (DATA.has(key)) return value;
  if (MAPS.has(key) && isSchema(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, leanSchema(member)]));
  return leanSchema(value);
}

/** No count and no measure is negative: a least value of 0 tells something only as the end of a range. */
function isOpenAbove({ maximum, exclusiveMaximum }: Schema): boolean {
  return exclusiveMaximum === undefined && (maximum === undefined || saysNothing('maximum', maximum));
}

function saysNothing(key: string, value: unknown): boolean {
  switch (key) {
    case 'aliases':
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
    case 'maxLength':
      return typeof value === 'number' && value >= LONG_TEXT;
    case 'maxItems':
      return typeof value === 'number' && value >= LONG_LIST;
    default:
      return false;
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
