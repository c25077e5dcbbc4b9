import type { PendingCall } from '../../plugin/index.js';

/** A call that the client must run, in the words of OpenAI's API. */
export function openAiCall({ id, name, args }: PendingCall) {
  return { id, type: 'function' as const, function: { name, arguments: JSON.stringify(args) } };
}
