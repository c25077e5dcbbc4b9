import type { z } from 'zod';
import { fieldFaults } from '../kit/index.js';
import { type FieldError, OracleError } from '../plugin/index.js';

/** Faults of one request that are told; nobody mends more at once, and a refusal must not be larger than its request. */
const MOST_LISTED = 100;
const MOST_NAMED = 10;
/** Characters of a field's name, which may be a stranger's. */
const NAME_LENGTH = 200;

export type RequestPart = 'params' | 'query' | 'headers' | 'body';

/** Parses one part of a request; its faults join `faults`, so that a client learns all of them at once. */
export function validatePart(
  schema: z.ZodType,
  value: unknown,
  part: RequestPart,
  faults: FieldError[],
): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { path, message } of fieldFaults(parsed.error.issues))
    faults.push({ field: fieldName(path, part), message });
  return undefined;
}

/** @throws OracleError `invalid_request` that counts all faults and lists the first hundred, when there is any. */
export function refuseFaults(faults: readonly FieldError[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const listed = faults.slice(0, MOST_LISTED);
  const fields = [...new Set(faults.map(({ field }) => field))];
  const named = fields.slice(0, MOST_NAMED);
  const more = faults.length > listed.length ? ` The first ${MOST_LISTED} are listed.` : '';
  throw new OracleError('invalid_request', {
    detail:
      fields.length === 1
        ? `${first.field}: ${[...new Set(listed.map(({ message }) => message))].join('; ').replace(/(?<=[^.?!])$/, '.')}${more}`
        : `${fields.length} fields are not valid: ${named.join(', ')}.${more}`,
    errors: listed,
  });
}

/** Dotted path; a fault of the whole part is named after the part. */
function fieldName(path: readonly PropertyKey[], part: RequestPart): string {
  return path.length === 0 ? part : path.map(String).join('.').slice(0, NAME_LENGTH);
}
