import { rootLeaves } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { canonical, isWhole, type PlannedCall } from '../../planning/planned-call.js';

/**
 * Calls without those that are none: the same wish once more with less of its values, and an operation of which a message
 * gives nothing but a setting, while it leaves other values of the message unused.
 */
export function holdSeveral(calls: readonly PlannedCall[]): readonly PlannedCall[] {
  return calls.filter(
    (call) => !isStray(call) && !calls.some((other) => other !== call && isCoveredBy(call, other)),
  );
}

function isCoveredBy(call: PlannedCall, other: PlannedCall): boolean {
  const isSame = call.candidate === other.candidate && !isWhole(call);
  return (
    isSame &&
    Object.keys(call.args).length < Object.keys(other.args).length &&
    Object.entries(call.args).every(([name, value]) => canonical(other.args[name]) === canonical(value))
  );
}

/** `people cook 6 hours a day, give or take 2` is no wish for whatever has a number of minutes among its settings. */
function isStray({ candidate, args, unused, close }: PlannedCall): boolean {
  const given = Object.entries(args);
  if (unused.length === 0 || given.length === 0 || close === true) return false;
  const leaves = rootLeaves(fieldsOf(candidate.tool.parameters));
  const isSetting = (name: string) => leaves.some(({ path }) => path.length > 1 && path[0] === name);
  return given.every(([name, value]) => isSetting(name) && typeof value === 'object');
}
