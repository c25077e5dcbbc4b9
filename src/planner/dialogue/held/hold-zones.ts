import { getPath, rootLeaves, withPath } from '../../leaves.js';
import { fieldsOf } from '../../schema-fields.js';
import type { PlannedCall } from '../planned-call.js';
import { isTimeZone } from '../time-zones.js';

/** A name of the zone database where it stands in a message: `Africa/Nairobi`, `America/Argentina/Buenos_Aires`. */
const NAME = /(?<![\w/])\p{Lu}\w+(?:\/\p{Lu}[\w+-]+){1,2}/gu;

/** The name of a time zone is one word: what was read up to its slash is the whole of it. */
export function holdZones(call: PlannedCall, message: string): PlannedCall {
  const zones = [...message.matchAll(NAME)].map(([name]) => name).filter(isTimeZone);
  if (zones.length === 0) return call;
  const leaves = rootLeaves(fieldsOf(call.candidate.tool.parameters));
  const args = leaves.reduce((all, { path }) => {
    const value = getPath(all, path);
    const whole = typeof value === 'string' ? zones.find((zone) => zone.startsWith(`${value}/`)) : undefined;
    return whole === undefined ? all : withPath(all, path, whole);
  }, call.args);
  return args === call.args ? call : { ...call, args };
}
