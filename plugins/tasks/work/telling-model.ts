import { inert } from 'oracle-runtime/kit';
import type { ChatModel } from 'oracle-runtime/plugin';

/** In the place of a model for a reminder: says it, and asks nobody what to make of it. */
export function tellingModel(instruction: string): ChatModel {
  return {
    id: 'tasks:reminder',
    async *stream() {
      yield { type: 'usage', usage: { inputTokens: 0, outputTokens: 0 } };
      yield { type: 'text', text: `Reminder: ${inert(instruction)}` };
      yield { type: 'end', reason: 'stop' };
    },
  };
}
