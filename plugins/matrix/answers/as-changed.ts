import type { Middleware, PromptMessage } from 'oracle-runtime/plugin';
import type { Said } from '../store/said.js';

const TAKEN_BACK = '(This message was taken back in the room.)';

/** Lets every model read what people say now: not what they have corrected since, nor what they have taken back. */
export function asChanged(said: Pick<Said, 'changedIn'>): Middleware {
  return {
    name: 'as-changed',
    // Whoever counts or logs what is asked has it as it is asked.
    outermost: true,
    async wrapModelCall(call, next) {
      const changed = await said.changedIn(call.sessionId);
      return changed.size === 0
        ? next(call)
        : next({ ...call, messages: call.messages.map((message) => asItStands(message, changed)) });
    },
  };
}

function asItStands(message: PromptMessage, changed: ReadonlyMap<string, string | undefined>): PromptMessage {
  if (message.role !== 'user' || !changed.has(message.id)) return message;
  const { attachments: _, ...bare } = message;
  const text = changed.get(message.id);
  return text === undefined ? { ...bare, content: TAKEN_BACK } : { ...message, content: text };
}
