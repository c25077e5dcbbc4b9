import { isExact } from '../../../../kit/exact-number.js';
import { readOnce } from '../../../reading/read-once.js';
import { getPath, withPath } from '../../../schema/leaves.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { numberLeaves } from '../held-call.js';

/** As many digits as a JavaScript number always holds. */
const HELD = 15;
/** What may stand between digits. */
const BETWEEN = /[\s,'’_]/gu;

/**
 * A call whose numbers have every digit that was typed: one that a JavaScript number cannot hold, such as 9007199254740993,
 * stays the text of its digits, which tools of MCP servers take for it and others refuse. No other number stands in its place.
 */
export function holdDigits(call: PlannedCall, said: readonly string[]): PlannedCall {
  if (call.agreed === true || !said.some((message) => /(?:\d[\s.,'’_]?){16}/u.test(message))) return call;
  const long = said
    .flatMap((message) => readOnce(message).mentions)
    .flatMap((mention) => (mention.type === 'number' ? [mention] : []))
    .flatMap(({ raw, value }) => {
      const digits = raw.replaceAll(BETWEEN, '');
      return digits.length > HELD && Number(digits) === value && !isExact(digits) ? [{ digits, value }] : [];
    });
  if (long.length === 0) return call;
  let { args } = call;
  for (const { path } of numberLeaves(call)) {
    const typed = long.find(({ value }) => value === getPath(args, path));
    if (typed !== undefined) args = withPath(args, path, typed.digits);
  }
  return { ...call, args };
}
