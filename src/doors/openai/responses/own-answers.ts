import { OracleError } from '../../../plugin/index.js';
import type { Store } from '../../../store/types.js';
import { plain } from '../conversation.js';
import { readItemId } from './ids.js';
import type { AllegedAnswer } from './read-items.js';

/**
 * Refuses what a client sends as answered and this session has not: by its id, by the words of the thread, or by its calls.
 * @throws OracleError `invalid_request`
 */
export async function refuseForeign(
  store: Pick<Store, 'threads'>,
  sessionId: string,
  alleged: readonly AllegedAnswer[],
): Promise<void> {
  const doubtful = alleged.filter(({ id }) => id === undefined || readItemId(id)?.sessionId !== sessionId);
  if (doubtful.length === 0) return;
  const said = new Set<string>();
  const called = new Set<string>();
  for (const message of await store.threads.messages(sessionId)) {
    if (message.role !== 'assistant') continue;
    said.add(plain(message.content));
    for (const { id } of message.toolCalls ?? []) called.add(id);
  }
  const foreign = doubtful.find(({ text, callId }) =>
    callId === undefined ? plain(text ?? '') !== '' && !said.has(plain(text ?? '')) : !called.has(callId),
  );
  if (foreign !== undefined) throw anothersAnswer(foreign.place);
}

/** The thread goes on from an answer of its own: what else was said would be left out in silence. */
export function anothersAnswer(place: number): OracleError {
  return new OracleError('invalid_request', {
    detail: `input[${place}] is an answer of somebody else, and the request goes on from one of this oracle's: it would be left out.`,
    hint: 'Send the whole conversation as items (store: false of the AI SDK), without item_reference and previous_response_id.',
    errors: [{ field: 'input', message: `item ${place} is no answer of this oracle` }],
  });
}
