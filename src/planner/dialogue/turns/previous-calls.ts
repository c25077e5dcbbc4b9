import { type Candidate, isMetaTool } from '../../choosing/candidates.js';
import type { PreviousCall } from '../follow-up/follow-up.js';
import type { Conversation } from './conversation.js';

/** The domain calls of the latest earlier turn that made any. */
export function previousCalls(
  conversation: Conversation,
  index: number,
  candidates: readonly Candidate[],
): PreviousCall[] {
  for (let at = index - 1; at >= 0; at--) {
    const found = (conversation.turns[at]?.executed ?? []).flatMap(({ call, result }): PreviousCall[] => {
      const candidate = isMetaTool(call.name)
        ? undefined
        : candidates.find((one) => one.tool.name === call.name);
      if (candidate === undefined) return [];
      return [
        {
          candidate,
          args: call.args,
          failed: result?.status === 'error',
          error: result?.status === 'error' ? result.content : '',
        },
      ];
    });
    if (found.length > 0) return found;
  }
  return [];
}
