import { isRecord } from '../../../../kit/index.js';
import { isStopWord, words } from '../../../language/tokenize.js';
import { type Args, withoutPath, withPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/** `denom=uusdc`, `denom = uusdc`, `denom: uusdc`, `pagination.limit=2`, `note="two words"` */
const PAIR = /(?<![\p{L}\p{N}_.=/])([A-Za-z_][\w.]{0,80})(?:\s?=\s?|:\s+)("[^"]{0,400}"|[^\s,;"]{1,400})/gu;
/** Nothing that a person writes into a sentence is longer. */
const LONGEST = 4_000;

/**
 * A call whose tool takes the name of something and members of any name for it, with those that the message writes as `name=value` or as JSON: they are
 * what the person wants and nothing is guessed beside them. Such members are a field of their own, told by its schema.
 */
export function holdPairs(call: PlannedCall, message: string): PlannedCall {
  const fields = fieldsOf(call.candidate.tool.parameters);
  const open = fields.find(
    ({ kind, members, schema }) =>
      kind === 'object' && members.length === 0 && schema['additionalProperties'] !== false,
  );
  // Where there is more to give, `mean=0.8` gives one of that.
  const isAlone = fields.every((field) => field === open || (field.kind === 'string' && field.required));
  if (open === undefined || !isAlone || call.agreed === true || message.length > LONGEST) return call;
  const own = new Set(fields.map(({ name }) => name));
  const others = Object.values(withoutPath(call.args, open.path)).filter((one) => typeof one === 'string');
  // Members stand behind what they are members of: `Query the chain: cosmos.bank.v1beta1.Query/SupplyOf denom=uixo`.
  const from = Math.max(0, ...others.map((one) => message.lastIndexOf(one) + one.length));
  const tail = message.slice(from);
  const json = jsonIn(tail);
  const rest = json === undefined ? tail : tail.replace(json.raw, ' ');
  const pairs = [...rest.matchAll(PAIR)].filter(([, name = '']) => !own.has(name));
  const members = pairs.reduce<Args>(
    (given, [, name = '', value = '']) => withPath(given, name.split('.').filter(Boolean), saidValue(value)),
    json?.value ?? {},
  );
  const isGiven = json !== undefined || pairs.length > 0;
  const args = isGiven ? withPath(call.args, open.path, members) : call.args;
  const taken = [json?.raw ?? '', ...pairs.map(([raw]) => raw)].join(' ');
  const unused = call.unused.filter((one) => !taken.includes(one));
  // An empty member is a question too, and has an answer that looks like one: `Amount: 0`.
  const left =
    others.length === 0 || from === 0
      ? []
      : leftIn(
          pairs.reduce((text, [raw]) => text.replace(raw, ' '), rest),
          args,
        );
  const further = left.filter((one) => !unused.some((other) => other.includes(one)));
  if (further.length === 0) return { ...call, args, unused };
  return { ...call, args, unused: [...unused, ...further], band: 'likely', unsettled: true };
}

/** Words behind the method that are no members and none of its values. */
function leftIn(rest: string, args: Args): string[] {
  const given = JSON.stringify(args);
  return words(rest).flatMap(({ text, plain, stop }) =>
    stop || isStopWord(plain) || plain.length < 2 || given.includes(text) ? [] : [text],
  );
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
