import type { Middleware, PromptMessage } from 'oracle-runtime/plugin';
import type { Said } from '../store/said.js';

const DELETED = '(This message was deleted in Slack.)';

/** Lets every model read what people say now: not what they have corrected since, nor what they have deleted. */
export function asChanged(said: Pick<Said, 'changedIn'>): Middleware {
  return {
    name: 'as-changed-in-slack',
    // Whoever counts or logs what is asked has it as it is asked.
    outermost: true,
    async wrapModelCall(call, next) {
      const changed = await said.changedIn(call.sessionId);
      if (changed.size === 0) return next(call);
      return next({ ...call, messages: call.messages.map((message) => nowOf(message, changed)) });
    },
  };
}

function nowOf(message: PromptMessage, changed: ReadonlyMap<string, string | undefined>): PromptMessage {
  if (message.role !== 'user' || !changed.has(message.id)) return message;
  const text = changed.get(message.id);
  if (text !== undefined) return { ...message, content: text };
  const { attachments: _, ...bare } = message;
  return { ...bare, content: DELETED };
}
