import { getPath, rootLeaves, withoutPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/** A shorter text says no other value with its name. */
const SHORTEST = 16;

/**
 * Values that hold the very wish: of a message that stands in quotation marks as a whole, the sentence is no seed. A short text that
 * holds two other values of the call is taken out and asked for.
 */
export function holdSwallowed(call: PlannedCall): PlannedCall {
  if (call.agreed === true || call.taught === true || call.candidate.tool.effect === 'read') return call;
  const leaves = rootLeaves(fieldsOf(call.candidate.tool.parameters));
  const values = leaves.map(({ path }) => getPath(call.args, path));
  for (const [at, field] of leaves.entries()) {
    const value = values[at];
    if (typeof value !== 'string' || value.length < SHORTEST) continue;
    const inside = values.filter(
      (other, index) =>
        index !== at &&
        (typeof other === 'string' || typeof other === 'number') &&
        value.includes(String(other)),
    );
    if (inside.length < 2) continue;
    const missing = field.required && !call.missing.includes(field) ? [...call.missing, field] : call.missing;
    return { ...call, args: withoutPath(call.args, field.path), missing, band: 'likely', unsettled: true };
  }
  return call;
}
