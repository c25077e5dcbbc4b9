import { withoutPath } from '../../../schema/leaves.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/** Where a list goes on is told by the list before, and never a word of a sentence: of `before 2020` no year is a place. */
export function holdCursor(call: PlannedCall, message: string): PlannedCall {
  const { args, agreed, goesOn } = call;
  const cursor = args['cursor'];
  if (goesOn === true || agreed === true || typeof cursor !== 'string' || /cursor/iu.test(message))
    return call;
  const unused = message.includes(cursor) ? [...call.unused, cursor] : call.unused;
  return { ...call, args: withoutPath(args, ['cursor']), unused };
}
