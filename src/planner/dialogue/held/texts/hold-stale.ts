import { missingFields } from '../../../filling/complete-args.js';
import { fold } from '../../../language/fold.js';
import { getPath, rootLeaves, withoutPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import type { PreviousCall } from '../../follow-up/follow-up.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/**
 * A call without the text with a number in it that an earlier call had and the message does not say, where the message has a
 * number that went nowhere: `and remind me on Friday at 9 to rest` is not for `tomorrow at 8`. It is asked for.
 */
export function holdStale(call: PlannedCall, message: string, last: PreviousCall | undefined): PlannedCall {
  if (last === undefined || call.agreed === true || call.unused.length === 0) return call;
  const fields = fieldsOf(call.candidate.tool.parameters);
  const said = fold(message);
  const stale = rootLeaves(fields).filter((field) => {
    const value = getPath(call.args, field.path);
    const isKept = isFreeText(field) && typeof value === 'string' && value === getPath(last.args, field.path);
    return isKept && /(?<![\p{L}\d])\d/u.test(value) && !said.includes(fold(value));
  });
  if (stale.length === 0) return call;
  const args = stale.reduce((kept, { path }) => withoutPath(kept, path), call.args);
  return { ...call, args, missing: missingFields(fields, args) };
}

function isFreeText({ kind, schema }: Field): boolean {
  return kind === 'string' && schema['pattern'] === undefined && schema['format'] === undefined;
}
