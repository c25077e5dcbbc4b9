import { isRecord } from '../../../kit/index.js';
import { type Args, rootLeaves, withPath } from '../../leaves.js';
import { fieldsOf } from '../../schema-fields.js';
import type { PlannedCall } from '../planned-call.js';

/** `denom=uusdc`, `pagination.limit=2`, `note="two words"` */
const PAIR = /(?<![\p{L}\p{N}_.=])([A-Za-z_][\w.]{0,80})=("[^"]{0,400}"|[^\s,;"]{1,400})/gu;
/** Nothing that a person writes into a sentence is longer. */
const LONGEST = 4_000;

/**
 * A call whose tool takes members of any name, with those that the message writes as `name=value` or as JSON: they are
 * what the person wants and nothing is guessed beside them. Such members are a field of their own, told by its schema.
 */
export function holdPairs(call: PlannedCall, message: string): PlannedCall {
  const open = fieldsOf(call.candidate.tool.parameters).find(
    ({ kind, members, schema }) =>
      kind === 'object' && members.length === 0 && schema['additionalProperties'] !== false,
  );
  // Where there are numbers to give, `mean=0.8` gives one of them.
  if (rootLeaves(fieldsOf(call.candidate.tool.parameters)).some(({ kind }) => kind === 'number')) return call;
  if (open === undefined || call.agreed === true || message.length > LONGEST) return call;
  const json = jsonIn(message);
  const rest = json === undefined ? message : message.replace(json.raw, ' ');
  const own = new Set(fieldsOf(call.candidate.tool.parameters).map(({ name }) => name));
  const pairs = [...rest.matchAll(PAIR)].filter(([, name = '']) => !own.has(name));
  if (json === undefined && pairs.length === 0) return call;
  const members = pairs.reduce<Args>(
    (given, [, name = '', value = '']) => withPath(given, name.split('.').filter(Boolean), saidValue(value)),
    json?.value ?? {},
  );
  const taken = [json?.raw ?? '', ...pairs.map(([raw]) => raw)].join(' ');
  return {
    ...call,
    args: withPath(call.args, open.path, members),
    unused: call.unused.filter((one) => !taken.includes(one)),
  };
}

function saidValue(said: string): string | boolean {
  const value = said.startsWith('"') ? said.slice(1, -1) : said.replace(/[.?!]+$/u, '');
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

/** The one JSON object of a message. */
function jsonIn(message: string): { readonly raw: string; readonly value: Args } | undefined {
  const from = message.indexOf('{');
  const to = message.lastIndexOf('}');
  if (from < 0 || to < from) return undefined;
  const raw = message.slice(from, to + 1);
  try {
    const value: unknown = JSON.parse(raw);
    return isRecord(value) ? { raw, value } : undefined;
  } catch {
    return undefined;
  }
}
