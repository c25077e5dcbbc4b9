import { isDate } from '../../filling/fill-dates.js';
import { foldInPlace } from '../../language/fold.js';
import type { DateMention } from '../../reading/reading.js';
import { getPath, rootLeaves, withoutPath, withPath } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import { createReader } from '../../understanding/reader.js';
import type { PlannedCall } from '../planned-call.js';

const BEHIND = '\\s+(?:the|dem|den|zum|le|el|o|dia|tarehe)?\\s*$';
/** What leads to the first day of a span, to the day before it, to the last, and to one day alone. */
const AFTER = lead('after|nach|apres|despues del?|depois d[eo]|baada ya');
const SINCE = lead(
  'since|starting(?: on| from)?|(?:as )?(?:from|of)|beginning(?: on)?|not before|not earlier than|no earlier than|seit|ab|vom|nicht vor|' +
    'depuis|a partir d[ue]|des|pas avant|desde|a partir del?|no antes del?|a partir d[eo]|nao antes d[eo]|tangu|kuanzia|toka',
);
const UNTIL = lead(
  'until|till|up to|before|by|through|bis|vor|jusqu.au|avant|hasta|antes del?|ate|antes d[eo]|hadi|mpaka|kabla ya',
);
const ON = lead('on|am|on the day');
const START = /^(?:from|start|since)/iu;
const END = /^(?:to|end|until|till)/iu;

function lead(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})${BEHIND}`, 'u');
}

/**
 * A call with the first and last day of a span, held to the small word before the one day that the message says: `since 12
 * November` begins a span, `until` ends one, and `on` is one day alone.
 */
export function holdSince(call: PlannedCall, message: string, today: string | undefined): PlannedCall {
  const { candidate, agreed, taught, args } = call;
  if (agreed === true || taught === true || today === undefined) return call;
  const fields = rootLeaves(fieldsOf(candidate.tool.parameters)).filter(
    (field) => field.kind === 'string' && isDate(field),
  );
  const from = fields.find(({ name }) => START.test(name));
  const to = fields.find(({ name }) => END.test(name));
  if (from === undefined || to === undefined) return call;
  const reader = createReader({ today });
  const days = reader
    .read(message, reader.languageOf(message))
    .mentions.filter((one): one is DateMention => one.type === 'date');
  const [day, another] = days;
  if (day === undefined || another !== undefined || day.from !== day.to) return call;
  const [first, last] = [getPath(args, from.path), getPath(args, to.path)];
  const given = [first, last].filter((value) => value !== undefined);
  const [own] = given;
  if (given.length !== 1 || typeof own !== 'string' || own.slice(5) !== day.from.slice(5)) return call;
  const said = foldInPlace(message.slice(0, day.start));
  const bare = withoutPath(withoutPath(args, from.path), to.path);
  // `not before` is no `before`.
  if (SINCE.test(said)) return { ...call, args: withPath(bare, from.path, own) };
  if (AFTER.test(said)) return { ...call, args: withPath(bare, from.path, dayAfter(own)) };
  if (UNTIL.test(said)) return { ...call, args: withPath(bare, to.path, own) };
  if (ON.test(said)) return { ...call, args: withPath(withPath(bare, from.path, own), to.path, own) };
  return call;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
