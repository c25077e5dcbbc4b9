import type { z } from 'zod';
import { canonicalHash } from '../../kit/index.js';
import {
  type ApprovalDecision,
  type Attachment,
  type CallResult,
  type Clock,
  OracleError,
  type Principal,
} from '../../plugin/index.js';
import { isSome } from '../../runs/answers.js';
import type { RunManager } from '../../runs/run-manager-types.js';
import { openWait } from '../../runs/session-wait.js';
import type { Store, ThreadName } from '../../store/types.js';
import { findNamed, openNamed } from '../named-session.js';
import { notInRequest } from '../not-in-request.js';
import { A2aError } from './errors.js';
import { answersPart, type MessagePart, readParams, type SendParams } from './request.js';
import { findTask, type Task, taskIdOf } from './tasks.js';

/** Names of conversations are kept under this. */
const DOOR = 'a2a';
/** How long a message may be sent once more. */
const KEPT_MS = 24 * 3_600_000;

export interface SendDeps {
  readonly store: Store;
  readonly runs: RunManager;
  readonly clock: Clock;
}

/** What the parts of a message say. */
interface Said {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly decisions: readonly ApprovalDecision[];
  readonly results: readonly CallResult[];
}

/** As {@link send}, but two copies of a message that come at once are one. */
export function createSend(deps: SendDeps): (principal: Principal, params: SendParams) => Promise<Task> {
  const sending = new Map<string, Promise<Task>>();
  return async (principal, params) => {
    const key = canonicalHash([principal.id, params.message]);
    const sent = sending.get(key) ?? send(deps, principal, params).finally(() => sending.delete(key));
    sending.set(key, sent);
    return sent;
  };
}

/**
 * Starts a task, or goes on with the one that a message names: with its data part's `decisions` or `results`, or a plain yes
 * or no. The same message once more is the same task.
 * @throws A2aError, OracleError
 */
async function send(
  { store, runs, clock }: SendDeps,
  principal: Principal,
  { message, metadata = {} }: SendParams,
): Promise<Task> {
  const { taskId, contextId, messageId, parts } = message;
  const said = readParts(parts);
  const known = taskId === undefined || taskId === '' ? undefined : await findTask(store, principal, taskId);
  const isOwn = contextId !== undefined && contextId !== '';
  // Two copies of a message that begins a context begin one.
  const context = isOwn ? contextId : `message:${messageId}:${canonicalHash(parts)}`;
  const sessionId = known?.sessionId ?? (await openNamed(store, DOOR, principal, context));
  if (known !== undefined && isOwn && (await findNamed(store, DOOR, principal, contextId)) !== sessionId)
    throw otherContext(contextId);
  const answered: ThreadName = {
    plugin: DOOR,
    owner: principal.id,
    key: `answer:${known?.taskId}:${messageId}`,
  };
  // Who sends an answer once more has lost the reply to it.
  if (known !== undefined && (await store.conversations.find(answered)) !== undefined) return known;
  if (known !== undefined && known.run.status !== 'interrupted')
    throw new A2aError('unsupported', 'This task waits for nothing: begin another in the same context.');
  const { decisions, results } = said;
  const waits = known ?? (await openWait(store, sessionId));
  const once = { plugin: DOOR, key: messageId, expiresAt: clock.now() + KEPT_MS };
  async function begin(): Promise<string> {
    const before = waits ? undefined : await store.conversations.sent({ ...once, sessionId });
    if (before !== undefined) return before;
    const answers = { decisions, results };
    if (isSome(answers) && said.text.trim() === '')
      return (await runs.decide(principal, sessionId, decisions, results)).runId;
    const { text, attachments } = said;
    const started = await runs.start({
      principal,
      sessionId,
      message: text,
      attachments,
      metadata,
      answers,
      // The run that answers is known by what it answers.
      ...(waits === undefined ? { once } : {}),
    });
    return started.runId;
  }
  const runId = await begin();
  const run = await store.runs.get(principal.id, sessionId, runId);
  if (run === undefined) throw new A2aError('taskNotFound', 'The task is gone.');
  if (known !== undefined) await store.conversations.bind(answered, sessionId);
  return {
    taskId: known?.taskId ?? taskIdOf(sessionId, runId),
    sessionId,
    run,
    contextId: isOwn ? contextId : sessionId,
  };
}

function readParts(parts: readonly MessagePart[]): Said {
  const data = parts.flatMap((part) => (part.data === undefined ? [] : [part.data]));
  const answers = data.filter(isAnswers).map((value) => readParams(answersPart, value));
  const decisions = answers.flatMap((answer) => answer.decisions ?? []).map(toDecision);
  const results = answers.flatMap((answer) => answer.results ?? []);
  const others = data.filter((value) => !isAnswers(value)).map((value) => JSON.stringify(value));
  const text = [...parts.flatMap((part) => part.text ?? []), ...others].join('\n\n');
  if (text.trim() === '' && decisions.length + results.length === 0)
    throw new OracleError('invalid_request', { detail: 'The message says nothing: it has no text.' });
  return { text, attachments: parts.flatMap(attachmentOf), decisions, results };
}

/** Whether a data part answers what waits: what is wrong with it is told then, and nothing is taken for a message. */
function isAnswers(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('decisions' in value || 'results' in value);
}

function otherContext(contextId: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `The task is of another context than '${contextId}'.`,
    hint: 'Leave contextId out beside a taskId, or send that of the task.',
    errors: [{ field: 'message.contextId', message: 'is not the context of the task' }],
  });
}

function toDecision({
  id,
  approved,
  reason,
  args,
}: NonNullable<z.output<typeof answersPart>['decisions']>[number]): ApprovalDecision {
  return {
    id,
    approved,
    ...(reason === undefined ? {} : { reason }),
    ...(args === undefined ? {} : { args }),
  };
}

function attachmentOf(part: MessagePart, place: number): readonly Attachment[] {
  const { raw, url, filename, mediaType = 'application/octet-stream' } = part;
  const name = filename ?? `file-${place + 1}`;
  if (raw !== undefined) return [{ name, mimeType: mediaType, url: `data:${mediaType};base64,${raw}` }];
  if (url === undefined) return [];
  throw notInRequest('Send its bytes as `raw`, base64, with `mediaType`.', name);
}
