import { OracleError, type Principal } from '../../plugin/index.js';
import { isSome } from '../../runs/answers.js';
import type { RunManager } from '../../runs/run-manager-types.js';
import type { Store } from '../../store/types.js';
import type { ChatRequest } from './chat-request.js';
import type { Conversation } from './conversation.js';
import { answeredAgain, type Place, rememberAnswers } from './sessions.js';

export interface StartDeps {
  readonly store: Store;
  readonly runs: RunManager;
}

/**
 * Starts what a request asks for: answers go on with what waits, anything else is a message; the last question said
 * again is answered again.
 * @throws OracleError as `RunManager.start` and `decide` do; `Retry-After` says when a session is busy
 */
export async function startRun(
  { store, runs }: StartDeps,
  principal: Principal,
  { sessionId, name }: Place,
  conversation: Conversation,
  { tools, metadata }: Pick<ChatRequest, 'tools' | 'metadata'>,
): Promise<string> {
  const { message, attachments, results, decisions, instructions } = conversation;
  // By its words alone it would not be found again: they go on now.
  if (name !== undefined) await rememberAnswers({ store }, principal, sessionId, conversation);
  const request = {
    principal,
    sessionId,
    ...(tools == null ? {} : { tools }),
    metadata: { ...metadata, ...(instructions === '' ? {} : { instructions }) },
  };
  const begin = async () => {
    const answers = { decisions, results };
    if (isSome(answers) && message.trim() === '')
      return runs.decide(principal, sessionId, decisions, results);
    const again = name === undefined ? await answeredAgain({ store }, sessionId, conversation) : undefined;
    if (again !== undefined) return runs.regenerate({ ...request, messageId: again });
    return runs.start({ ...request, message, attachments, answers });
  };
  try {
    return (await begin()).runId;
  } catch (error) {
    if (!OracleError.isInstance(error) || error.code !== 'run_active') throw error;
    const { code, detail, hint, errors } = error;
    throw new OracleError(code, { detail, hint, errors, headers: { 'Retry-After': '2' } });
  }
}
