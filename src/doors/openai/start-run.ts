import { type Clock, OracleError, type Principal } from '../../plugin/index.js';
import { isSome } from '../../runs/answers.js';
import type { RunManager } from '../../runs/run-manager-types.js';
import type { SentOnce, Store } from '../../store/types.js';
import type { LeftRuns } from '../left-runs.js';
import type { ChatRequest } from './chat-request.js';
import type { Conversation } from './conversation.js';
import { type Begun, begunBefore, rememberRequest, type SentRequest } from './same-request.js';
import { answeredAgain, type Place, rememberAnswers } from './sessions.js';

export interface StartDeps {
  readonly store: Store;
  readonly runs: RunManager;
  readonly left: LeftRuns;
  readonly clock: Clock;
}

/** What a request asks for. */
export interface Asked {
  readonly sent: SentRequest;
  readonly conversation: Conversation;
  readonly request: Pick<ChatRequest, 'tools' | 'metadata'>;
  /** Finds where it is led. */
  place(): Promise<Place>;
}

/** What a request gives the run: of its tools none, when it says that none is to be called. */
export function offered({
  tools,
  tool_choice: choice,
  metadata,
}: Pick<ChatRequest, 'tools' | 'tool_choice' | 'metadata'>): Asked['request'] {
  return { metadata, ...(choice === 'none' ? {} : { tools }) };
}

/** Begins what requests of a door ask for. */
export class Starts {
  readonly #deps: StartDeps;
  /** By the request, so that the same one does not begin beside itself. */
  readonly #inHand = new Map<string, Promise<Begun>>();

  constructor(deps: StartDeps) {
    this.#deps = deps;
  }

  /**
   * The run that a request asks for: the one that it has begun when it is the same request again ({@link begunBefore}), else
   * a new one; what the session works on for a client that went away is cancelled then.
   * @throws OracleError as `RunManager.start` and `decide` do; `Retry-After` says when a session is busy
   */
  begin(principal: Principal, asked: Asked): Promise<Begun> {
    const key = `${principal.id} ${asked.sent.hash}`;
    const same = this.#inHand.get(key);
    if (same !== undefined) return same;
    const begun = this.#begin(principal, asked).finally(() => this.#inHand.delete(key));
    this.#inHand.set(key, begun);
    return begun;
  }

  async #begin(principal: Principal, asked: Asked): Promise<Begun> {
    const { store, runs, left, clock } = this.#deps;
    const before = await begunBefore(this.#deps, principal, asked.sent);
    if (before !== undefined) return before;
    const place = await asked.place();
    const { sessionId, name } = place;
    try {
      if (asked.conversation.message.trim() !== '') await left.giveWay(runs, principal, sessionId);
      const once = await rememberRequest(store, principal, sessionId, asked.sent, clock.now());
      return { sessionId, runId: await startRun(this.#deps, principal, place, asked, once) };
    } catch (error) {
      // What did not begin can be asked again in the same words.
      if (name !== undefined) await store.conversations.bind(name, sessionId);
      throw error;
    }
  }
}

/** Answers go on with what waits, anything else is a message; the last question said again is answered again. */
async function startRun(
  { store, runs }: StartDeps,
  principal: Principal,
  { sessionId, name, latestOnly }: Place,
  { conversation, request: { tools, metadata } }: Asked,
  once: SentOnce,
): Promise<string> {
  const { results, decisions, instructions } = conversation;
  const { message, attachments } = latestOnly === true ? conversation.latest : conversation;
  // By its words alone it would not be found again: they go on now.
  if (name !== undefined) await rememberAnswers({ store }, principal, sessionId, conversation);
  const request = {
    principal,
    sessionId,
    ...(tools == null ? {} : { tools }),
    metadata: { ...metadata, ...(instructions === '' ? {} : { instructions }) },
    once,
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
    if (!OracleError.isInstance(error)) throw error;
    const isNew = error.code === 'conflict' && (await store.runs.last(sessionId)) === undefined;
    if (isNew) throw foreignResults();
    if (error.code !== 'run_active') throw error;
    const { code, detail, hint, errors } = error;
    throw new OracleError(code, { detail, hint, errors, headers: { 'Retry-After': '2' } });
  }
}

/** A client that has changed its model in the middle of a turn: nothing here can go on with that one's calls. */
function foreignResults(): OracleError {
  return new OracleError('invalid_request', {
    detail: 'The results answer calls that this oracle has not made.',
    hint: 'Add a message of the role user behind them.',
    errors: [{ field: 'messages', message: 'end with results of calls of another model' }],
  });
}
