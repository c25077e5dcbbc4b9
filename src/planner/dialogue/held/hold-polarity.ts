import { getPath, rootLeaves } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import { isConsequential, refused } from '../consent.js';
import type { PlannedCall } from '../planned-call.js';
import { isOrdered, objectionTo } from '../polarity.js';

/** A value of so many letters is prose, whose words are not about the call. */
const PROSE = 24;

/**
 * Calls that keep or change anything, held to how the message stands to the deed: `can I draw`, `stop recalculating`, `remind
 * me to draw`, `unsubmit` get words and neither the call nor its proposal. A switch that the call puts off is what such a
 * sentence may mean.
 */
export function holdPolarity(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed, taught, consent, args } = call;
  if (agreed === true || taught === true || consent.kind === 'refused' || candidate.tool.effect === 'read')
    return call;
  const leaves = rootLeaves(fieldsOf(candidate.tool.parameters));
  const values = leaves.map(({ path }) => getPath(args, path));
  const isOff = leaves.some(({ kind }, at) => kind === 'boolean' && values[at] === false);
  const hidden = values.flatMap((value) => {
    const start = typeof value === 'string' && value.length >= PROSE ? message.indexOf(value) : -1;
    return start < 0 ? [] : [{ start, end: start + String(value).length }];
  });
  const found = objectionTo(candidate, message, hidden, isOff);
  if (found !== undefined) return { ...call, consent: refused(found.sign, found.words) };
  const isPlain =
    isConsequential(candidate.tool) || call.settled === true || isOrdered(candidate, message, hidden);
  return isPlain ? call : { ...call, band: 'likely' };
}
