import { OracleError, type Principal } from '../../../plugin/index.js';
import { runIdOf } from '../../../runs/thread-calls.js';
import type { Store } from '../../../store/types.js';
import { openNamed } from '../../named-session.js';
import type { Conversation } from '../conversation.js';
import { DOOR, type Place, sessionByWords } from '../sessions.js';
import { type NamedResponse, type RunPlace, readItemId, readResponseId } from './ids.js';
import { refuseForeign } from './own-answers.js';
import type { AllegedAnswer } from './read-items.js';
import type { ResponsesRequest } from './request.js';

/** How a request says which conversation it goes on with. */
export type Named = Pick<ResponsesRequest, 'previous_response_id' | 'conversation'> & {
  readonly header: string | undefined;
  /** Ids of items that stand for those of answers. */
  readonly references: readonly string[];
  /** What it takes for more of the answer that it goes on from. */
  readonly alleged: readonly AllegedAnswer[];
};

type Known = Pick<Store, 'sessions' | 'conversations' | 'threads' | 'runs'>;

/**
 * Where a request is led: by the response that it goes on from, by the name of a conversation, by the answers whose items it
 * refers to, else by its words.
 * @throws OracleError `not_found` for a response or item that is none of this principal's, `invalid_request` for what
 * another has answered
 */
export async function placeOf(
  door: { readonly store: Known },
  principal: Principal,
  { previous_response_id: previous, conversation: id, header, references, alleged }: Named,
  conversation: Conversation,
): Promise<Place> {
  const { store } = door;
  const answers = conversation.decisions.length + conversation.results.length > 0;
  if (previous != null) {
    const response = await knownResponse(store, principal, previous, 'previous_response_id');
    await refuseForeign(store, response.sessionId, alleged);
    return goOnFrom(store, principal, response, answers);
  }
  const named = header ?? (typeof id === 'string' ? id : id?.id);
  if (named !== undefined) {
    const sessionId = await openNamed(store, DOOR, principal, named);
    await refuseForeign(store, sessionId, alleged);
    return { sessionId };
  }
  if (references.length > 0) {
    const answer = await referredTo(store, principal, references);
    await refuseForeign(store, answer.sessionId, alleged);
    return goOnFrom(store, principal, answer, answers);
  }
  return sessionByWords(door, principal, conversation);
}

/**
 * @param field of the request that names it
 * @throws OracleError `not_found` unless the principal has this response
 */
export async function knownResponse(
  store: Pick<Store, 'runs'>,
  principal: Principal,
  id: string,
  field: 'previous_response_id' | 'response_id',
): Promise<NamedResponse> {
  const named = readResponseId(id);
  if (named !== undefined && (await isRun(store, principal, named))) return named;
  throw new OracleError('not_found', {
    detail: `There is no response '${id}' of yours.`,
    ...(field === 'response_id' ? {} : { hint: 'Leave previous_response_id out to begin anew.' }),
    errors: [{ field, message: 'names no response' }],
  });
}

/** The session of the answer that a request goes on from; a branch of it when the session has gone on since. */
async function goOnFrom(
  store: Known,
  principal: Principal,
  { sessionId, runId }: RunPlace,
  answers: boolean,
): Promise<Place> {
  const last = await store.runs.last(sessionId);
  // What waits is answered where it waits.
  if (last?.id === runId || answers) return { sessionId };
  const thread = await store.threads.messages(sessionId);
  const end = thread.findLast((message) => message.role === 'assistant' && runIdOf(message.id) === runId);
  const branch = end && (await store.sessions.branch(principal.id, sessionId, end.id));
  if (branch !== undefined) return { sessionId: branch.id };
  throw new OracleError('not_found', {
    detail: 'The answer that the request goes on from is no longer there.',
    hint: 'Begin anew, with the whole conversation in the request.',
  });
}

/**
 * The answer that the last of these items is of. A call that waits for approval is referred to by its own id, which says
 * nothing of its answer: the words that asked for it stand beside it.
 */
async function referredTo(
  store: Pick<Store, 'runs'>,
  principal: Principal,
  references: readonly string[],
): Promise<RunPlace> {
  const place = references.flatMap((id) => readItemId(id) ?? []).at(-1);
  if (place !== undefined && (await isRun(store, principal, place))) return place;
  throw new OracleError('not_found', {
    detail: `There is no item '${references.at(-1)}' of an answer of yours.`,
    hint: 'Send the items themselves (store: false), or previous_response_id.',
    errors: [{ field: 'input', message: 'refers to an item that is not there' }],
  });
}

async function isRun({ runs }: Pick<Store, 'runs'>, { id }: Principal, place: RunPlace): Promise<boolean> {
  return (await runs.get(id, place.sessionId, place.runId)) !== undefined;
}
