import { isDate, isPeriod } from '../../../filling/fill-dates.js';
import { readOnce } from '../../../reading/read-once.js';
import { type Args, getPath, rootLeaves, withoutPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/** A call in which no field of a day or a period has what is the name of a thing: `without HH-0382` is no period. */
export function holdDayValues(call: PlannedCall): PlannedCall {
  if (call.agreed === true || call.taught === true) return call;
  const strange = rootLeaves(fieldsOf(call.candidate.tool.parameters)).filter((field) => {
    const value = getPath(call.args, field.path);
    if (typeof value !== 'string' || field.kind !== 'string' || !(isDate(field) || isPeriod(field)))
      return false;
    return readOnce(value).mentions.some(({ type, raw }) => type === 'id' && raw === value);
  });
  if (strange.length === 0) return call;
  const args = strange.reduce<Args>((left, { path }) => withoutPath(left, path), call.args);
  const named = strange.map(({ path }) => String(getPath(call.args, path)));
  return {
    ...call,
    args,
    missing: [...call.missing, ...strange.filter(({ required }) => required)],
    unused: [...call.unused, ...named],
    band: 'likely',
    unsettled: true,
  };
}
