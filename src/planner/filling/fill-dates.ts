import { splitName } from '../language/tokenize.js';
import type { DateMention } from '../reading/reading.js';
import { type Args, getPath, withPath } from '../schema/leaves.js';
import type { Field } from '../schema/schema-fields.js';
import { meets } from '../schema/validate.js';
import type { TextModel } from './read-text.js';

/** Whether a string field holds a calendar day: by its format, its pattern or its words. */
export function isDate(field: Field): boolean {
  const { format, pattern } = field.schema;
  if (format === 'date' || format === 'date-time') return true;
  if (format !== undefined) return false;
  if (typeof pattern === 'string') return meets('2024-01-31', field.schema) && !meets('abc', field.schema);
  if (/\bYYYY-MM-DD\b/u.test(field.description)) return true;
  // A member of an optional object that is called `date` may as well be the name of a column.
  return field.path.length === 1 && splitName(field.name).some((part) => part === 'date' || part === 'day');
}

/** Whether a string field holds a period as it is written: `2024-Q1`. */
export function isPeriod(field: Field): boolean {
  const { pattern } = field.schema;
  if (typeof pattern === 'string') return meets('2024-Q1', field.schema) && !meets('abc', field.schema);
  return /\b\d{4}-Q[1-4]\b/u.test(field.description);
}

/** Days in the order of the text; a span gives its ends to the first and the second date field. */
export function fillDates(
  leaves: readonly Field[],
  model: TextModel,
  args: Args,
  take: (...places: DateMention[]) => void,
): Args {
  const fields = leaves.filter(
    (field) => field.kind === 'string' && isDate(field) && getPath(args, field.path) === undefined,
  );
  if (model.dates.length === 0) return args;
  const first = model.dates[0];
  const period = model.dates.find((date) => date.value !== date.from);
  const named = leaves.find(
    (field) => field.kind === 'string' && isPeriod(field) && getPath(args, field.path) === undefined,
  );
  if (period !== undefined && named !== undefined) {
    take(period);
    return withPath(args, named.path, period.value);
  }
  const isStart = (field: Field) =>
    splitName(field.name).some((part) => /^(?:start|from|begin|since|after)$/u.test(part));
  const isEnd = (field: Field) =>
    splitName(field.name).some((part) => /^(?:end|to|until|till|before)$/u.test(part));
  let filled = args;
  if (first !== undefined && first.from !== first.to && model.dates.length === 1) {
    for (const field of fields) {
      if (isStart(field)) filled = withPath(filled, field.path, inFormat(first.from, field));
      else if (isEnd(field)) filled = withPath(filled, field.path, inFormat(first.to, field));
    }
    take(first);
    return filled;
  }
  const rest = [...model.dates];
  for (const field of fields) {
    const wanted = isEnd(field)
      ? rest.find((date) =>
          /\b(?:to|until|till|by|before|through|ends?(?:ing)?)\s+$|[-–]\s*$/iu.test(
            model.text.slice(0, date.start),
          ),
        )
      : undefined;
    const date =
      wanted ??
      (isEnd(field) && rest.length === 1 && model.dates.length === 1 && fields.some(isStart)
        ? undefined
        : rest[0]);
    if (date === undefined || date.from !== date.to) continue;
    rest.splice(rest.indexOf(date), 1);
    filled = withPath(filled, field.path, inFormat(date.from, field));
    take(date);
  }
  return filled;
}

function inFormat(iso: string, field: Field): string {
  return field.schema['format'] === 'date-time' ? `${iso}T00:00:00Z` : iso;
}
