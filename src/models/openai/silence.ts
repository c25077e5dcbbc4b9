import type { PromptMessage } from '../../plugin/index.js';
import { isBlank } from '../blank.js';
import type { ProviderError } from '../provider-error.js';
import type { Silence } from './quirks.js';

/** 500: a template that wants text there. */
const OF_CONTENT = /\bnull\b|\bnone\b|\bcontent\b/i;

/** Whether a message calls tools without a word. */
export function isSilent(message: PromptMessage): boolean {
  return message.role === 'assistant' && !!message.toolCalls?.length && isBlank(message.content);
}

/**
 * Whether a refusal may be for the calls without a word in a thread. Providers refuse one form or the other of them in
 * more words than anybody knows, and each later request of that thread too: any refusal may be it.
 */
export function mayRefuseSilence(
  messages: readonly PromptMessage[],
  status: number,
  { text }: ProviderError,
): boolean {
  const isRefusal = status === 400 || status === 422 || (status === 500 && OF_CONTENT.test(text));
  return isRefusal && messages.some(isSilent);
}

/** What strict readers of text take, and templates that have no null. */
export function otherSilence(silence: Silence): Silence {
  return silence === null ? ' ' : null;
}
