import { headOf } from '../head-of.js';
import type { ToolLayer } from '../tool-scope.js';

/** Characters of one tool result that a model call carries. */
export const RESULT_CAP = 32_768;

/**
 * Cuts a result that would flood the model's context. The notice says so, and names the call under which the
 * client has the whole and `read_result` reads on.
 */
export function resultCap(cap: number = RESULT_CAP): ToolLayer {
  return {
    name: 'result-cap',
    async wrap(invocation, next, scope) {
      const outcome = await next(invocation);
      const { content } = outcome;
      if (content.length <= cap) return outcome;
      const { id } = invocation.call;
      await scope.onCut(id, content);
      const head = headOf(content, cap);
      const next_ = JSON.stringify({ id, offset: head.length });
      const notice = `[Cut: the first ${head.length} of ${content.length} characters. The person's client has the whole result under the tool call id ${id}; read on with read_result(${next_}).]`;
      return { ...outcome, content: `${head}\n\n${notice}` };
    },
  };
}
