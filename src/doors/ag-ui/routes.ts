import { type ClientWords, instructionsOf } from '../../http/client-instructions.js';
import { streamEvents } from '../../http/sse/stream-events.js';
import { runHeaders } from '../../http/sse/stream-run.js';
import { isRecord } from '../../kit/index.js';
import {
  type AnyRoute,
  type ApprovalDecision,
  defineRoute,
  HANDLED,
  type Models,
  OracleError,
  type OracleInfo,
  type Principal,
} from '../../plugin/index.js';
import type { RunManager } from '../../runs/run-manager-types.js';
import type { Store } from '../../store/types.js';
import type { LeftRuns } from '../left-runs.js';
import { findNamed, openNamed } from '../named-session.js';
import { agUiCapabilities } from './capabilities.js';
import { AgUiEvents } from './encode-events.js';
import { agUiErrorAnswer } from './errors.js';
import { type RunInput, runInput, textOf } from './run-input.js';
import { type News, whatIsNew } from './what-is-new.js';

export interface AgUiDoor {
  readonly store: Store;
  readonly runs: RunManager;
  /** Of all doors. */
  readonly left: LeftRuns;
  readonly models: Models;
  readonly oracle: OracleInfo;
  readonly heartbeatMs: number;
}

/** Bytes of a whole conversation, which clients send with each message. */
const LIMIT = 8 * 1024 * 1024;
const DOOR = 'ag-ui';

/** AG-UI 1.0 over the oracle's conversations: what speaks to an agent there speaks to the oracle here. */
export function agUiRoutes({ store, runs, left, models, oracle, heartbeatMs }: AgUiDoor): AnyRoute[] {
  async function start(
    principal: Principal,
    sessionId: string,
    { tools }: RunInput,
    instructions: string,
    news: News,
  ) {
    if (news.kind === 'results') return runs.decide(principal, sessionId, [], news.results);
    if (news.kind === 'decisions') return runs.decide(principal, sessionId, news.resume.map(decisionOf));
    const lost = news.kind === 'again' ? await left.lost(store, principal, sessionId) : undefined;
    if (lost !== undefined) return { runId: lost };
    await left.giveWay(runs, principal, sessionId);
    const request = {
      principal,
      sessionId,
      ...(tools == null ? {} : { tools }),
      ...(instructions === '' ? {} : { metadata: { instructions } }),
    };
    if (news.kind === 'again') return runs.regenerate({ ...request, messageId: news.messageId });
    const { id, message, attachments, results } = news;
    const named = id === undefined ? {} : { messageId: id };
    return runs.start({ ...request, ...named, message, attachments, answers: { decisions: [], results } });
  }

  return [
    defineRoute({
      method: 'get',
      path: '/ag-ui/capabilities',
      auth: 'any',
      scope: 'chat',
      summary: 'What this oracle can do over AG-UI',
      responses: { 200: { description: '`AgentCapabilities` of AG-UI 1.0.' } },
      errorAnswer: agUiErrorAnswer,
      handler: async () => agUiCapabilities(oracle, await models.resolve('main')),
    }),
    defineRoute({
      method: 'post',
      path: '/ag-ui',
      auth: 'any',
      scope: 'chat',
      summary: 'Run the oracle as an AG-UI agent',
      description:
        'The oracle keeps the thread: of `messages` what it does not have yet, by id, is new; nothing is taken back because a client leaves it out. `tools` run at the client: the run ends as a success with `pendingToolCallIds`, and their results come as messages of the role `tool`. Approvals end it as an `interrupt`, which `resume` answers: `{ approved, args?, reason? }`.',
      request: { body: runInput },
      responses: {
        200: { description: 'Events of AG-UI 1.0, as server-sent events.', contentType: 'text/event-stream' },
      },
      bodyLimit: LIMIT,
      errorAnswer: agUiErrorAnswer,
      async handler({ principal, body, raw, signal }) {
        const instructions = instructionsOf(saidByClient(body));
        const found = await findNamed(store, DOOR, principal, body.threadId);
        const news = whatIsNew(body, found === undefined ? [] : await store.threads.messages(found));
        const sessionId = found ?? (await openNamed(store, DOOR, principal, body.threadId));
        const loaded = await store.threads.loadedPlugins(sessionId);
        const { runId } = await start(principal, sessionId, body, instructions, news);
        const told = new Set(
          body.messages.flatMap((each) =>
            each.role === 'assistant' ? (each.toolCalls ?? []).map(({ id }) => id) : [],
          ),
        );
        const events = new AgUiEvents({
          threadId: body.threadId,
          runId: body.runId,
          state: body.state,
          loaded,
          told,
        });
        await left.following(principal, runId, signal, () =>
          streamEvents(raw.response, {
            batches: runs.events(principal, sessionId, runId, 0, signal)[Symbol.asyncIterator](),
            heartbeatMs,
            retry: false,
            headers: runHeaders(sessionId, runId),
            encode: ({ event }) => events.encode(event),
          }),
        );
        return HANDLED;
      },
    }),
  ];
}

function decisionOf({
  interruptId: id,
  status,
  payload,
}: NonNullable<RunInput['resume']>[number]): ApprovalDecision {
  if (status === 'cancelled') return { id, approved: false };
  const said = typeof payload === 'object' && payload !== null ? payload : {};
  const { approved, args, reason } = said as Readonly<Record<string, unknown>>;
  if (typeof approved !== 'boolean') throw undecided(id);
  if (args !== undefined && !isRecord(args)) throw noArguments(id);
  return {
    id,
    approved,
    ...(args === undefined ? {} : { args: { ...args } }),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}

function undecided(id: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `The answer to the interrupt '${id}' says neither yes nor no.`,
    hint: 'Send { "interruptId", "status": "resolved", "payload": { "approved": true } }, or false.',
    errors: [{ field: 'resume.payload.approved', message: 'must be true or false' }],
  });
}

function noArguments(id: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `The changed arguments of the interrupt '${id}' are none.`,
    hint: 'Send all arguments of the call as an object, or leave args out to allow it as it was asked about.',
    errors: [{ field: 'resume.payload.args', message: 'must be an object' }],
  });
}

/** What the client says to the model beside the person. */
function saidByClient({ messages, context }: RunInput): readonly ClientWords[] {
  const said = messages.flatMap((each) =>
    each.role === 'system' || each.role === 'developer'
      ? [{ field: 'messages', text: textOf(each.content) }]
      : [],
  );
  const known = (context ?? []).map(({ description, value }) => ({
    field: 'context',
    text: `${description}: ${value}`,
  }));
  return [...said, ...known];
}
