import {
  type ApprovalDecision,
  type Attachment,
  type CallResult,
  OracleError,
  type ThreadMessage,
} from '../../plugin/index.js';
import { isSome, type RunAnswers } from '../../runs/answers.js';
import type { RunWait } from '../../runs/run-context.js';
import { AS_DATA_URL, notInRequest } from '../not-in-request.js';
import { knownMessage } from '../said-again.js';
import { type ChatRequest, callsOf, filesOf, textOf, type UiCall, type UiMessage } from './chat-request.js';

/** What a request asks for. */
export type News =
  | {
      readonly kind: 'message';
      /** The client's; absent where the thread has it for other words. */
      readonly id?: string;
      readonly message: string;
      readonly attachments: readonly Attachment[];
      /** What the person or the client has answered before it, which is followed first. */
      readonly answers: RunAnswers;
    }
  | ({ readonly kind: 'answers' } & RunAnswers)
  /** The last message once more: this one of the thread is to be answered again. */
  | { readonly kind: 'again'; readonly messageId: string };

/**
 * What of a request the thread does not have. The client sends the whole conversation; answers to what waits stand in the
 * parts of its last answer of the oracle, refusals in any: a request that brought one may have been lost.
 * @param asked what waits, or was answered last: a client that lost the reply sends its answers once more
 * @throws OracleError `invalid_request` when it brings nothing new
 */
export function whatIsNew(
  { messages, trigger }: Pick<ChatRequest, 'messages' | 'trigger'>,
  thread: readonly ThreadMessage[],
  asked: RunWait | undefined,
): News {
  const last = messages.at(-1) as UiMessage;
  if (last.role === 'assistant' && asked !== undefined) {
    const answers = answersIn(messages, last, asked);
    if (isSome(answers)) return { kind: 'answers', ...answers };
    throw nothingNew('its last message answers nothing of what waits');
  }
  if (last.role !== 'user')
    throw nothingNew('it ends with no message of the person, and nothing waits for an answer');
  const message = textOf(last);
  const found = knownMessage(thread, { id: last.id, text: message });
  // The person has pressed the button of that message.
  if (found !== undefined && trigger === 'regenerate-message') return { kind: 'again', messageId: last.id };
  if (found?.kind === 'again') return found;
  const attachments = filesOf(last).map(({ url, mediaType: mimeType, filename }, place) => {
    if (!url.startsWith('data:')) throw notInRequest(AS_DATA_URL, filename ?? undefined);
    return { name: filename ?? `file-${place + 1}`, mimeType, url };
  });
  if (message.trim() === '') throw nothingNew('its last message says nothing');
  const answers =
    asked === undefined ? { decisions: [], results: [] } : answersIn(messages, messages.at(-2), asked);
  return { kind: 'message', ...(found === undefined ? { id: last.id } : {}), message, attachments, answers };
}

/**
 * @param answer whose parts answer; undefined, or a message of the person, answers nothing
 * @throws OracleError `invalid_request` for one approval that is answered twice
 */
function answersIn(
  messages: readonly UiMessage[],
  answer: UiMessage | undefined,
  { approvals, calls }: RunWait,
): RunAnswers {
  const parts = answer?.role === 'assistant' ? callsOf(answer) : [];
  const refused = messages.flatMap((each) =>
    each.role === 'assistant' ? callsOf(each).filter(isRefused) : [],
  );
  const decisions = approvals.flatMap(({ id }): readonly ApprovalDecision[] => {
    const answers = parts.filter(
      ({ state, approval }) => state === 'approval-responded' && approval?.id === id,
    );
    if (answers.length > 1) throw answeredTwice(id);
    const given = (refused.find(({ approval }) => approval?.id === id) ?? answers[0])?.approval;
    if (given?.approved == null) return [];
    const { approved, reason } = given;
    return [{ id, approved, ...(reason == null ? {} : { reason }) }];
  });
  const results = calls.flatMap(({ id }): readonly CallResult[] => {
    const part = parts.find(({ toolCallId }) => toolCallId === id);
    if (part?.state === 'output-available') return [{ id, output: part.output }];
    return part?.state === 'output-error' ? [{ id, error: part.errorText ?? 'It failed.' }] : [];
  });
  return { decisions, results };
}

function isRefused({ state, approval }: UiCall): boolean {
  return approval?.approved === false && (state === 'approval-responded' || state === 'output-denied');
}

function answeredTwice(id: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `The approval '${id}' is answered by two parts of the message.`,
    hint: 'Send one answer to each approval.',
    errors: [{ field: 'messages', message: `answers '${id}' twice` }],
  });
}

function nothingNew(why: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `The request brings nothing new: ${why}.`,
    errors: [{ field: 'messages', message: why }],
  });
}
