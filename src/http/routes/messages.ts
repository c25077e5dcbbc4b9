import { z } from 'zod';
import {
  type AnyRoute,
  type ApprovalDecision,
  defineRoute,
  HANDLED,
  OracleError,
  type RouteContext,
  reply,
  type Shares,
} from '../../plugin/index.js';
import type { RunManager } from '../../runs/run-manager-types.js';
import type { Store } from '../../store/types.js';
import { collectAnswer } from '../collect-answer.js';
import { parseLastEventId } from '../sse/last-event-id.js';
import { runHeaders, streamRun } from '../sse/stream-run.js';
import {
  ANSWERS_LIMIT,
  againBody,
  answerResponses,
  answersBody,
  MESSAGE_LIMIT,
  messageBody,
  undoBody,
} from './message-schemas.js';
import { idSchema, sessionParams } from './schemas.js';
import { noSuchSession } from './sessions.js';

export interface MessageDeps {
  readonly store: Store;
  readonly runs: RunManager;
  readonly shares: Pick<Shares, 'inPlaceOf'>;
  readonly heartbeatMs: number;
}

/** Chat: say something, rejoin the run, cancel it, decide its approvals. A run outlives the connection that began it. */
export function messageRoutes({ store, runs, shares, heartbeatMs }: MessageDeps): AnyRoute[] {
  async function answer(
    ctx: RouteContext,
    sessionId: string,
    runId: string,
    stream: boolean,
  ): Promise<unknown> {
    const batches = runs.events(ctx.principal, sessionId, runId, 0, ctx.signal);
    if (!stream && !wantsEvents(ctx)) {
      const body = await collectAnswer({ sessionId, runId }, batches);
      return reply({ headers: runHeaders(sessionId, runId), body });
    }
    await streamRun(ctx.raw.response, {
      sessionId,
      runId,
      batches: batches[Symbol.asyncIterator](),
      heartbeatMs,
    });
    return HANDLED;
  }

  return [
    defineRoute({
      method: 'post',
      path: '/messages/:sessionId',
      auth: 'any',
      scope: 'chat',
      summary: 'Send a message and get the answer',
      description:
        'With `stream: true` the answer is a stream of server-sent events: run, message, reasoning, tool_call, capability, approval, progress, artifact, notice, usage, and exactly one of done, error, cancelled, interrupted. Closing the connection does not cancel the run. A second message while a run is active is refused with 409. While the last run waits for approvals, a message that is nothing but a plain yes or no decides all of them; any other leaves them undone, and the answer says so in a notice `left_undone`.',
      request: { params: sessionParams, body: messageBody },
      responses: answerResponses,
      bodyLimit: MESSAGE_LIMIT,
      async handler(ctx) {
        const { sessionId } = ctx.params;
        const { message, stream, attachments, tools, metadata } = ctx.body;
        const { runId } = await runs.start({
          principal: ctx.principal,
          sessionId,
          message,
          ...(attachments === undefined ? {} : { attachments }),
          ...(tools === undefined ? {} : { tools }),
          ...(metadata === undefined ? {} : { metadata }),
        });
        return answer(ctx as RouteContext, sessionId, runId, stream);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/messages/:sessionId/regenerate',
      auth: 'any',
      scope: 'chat',
      summary: 'Answer a message again',
      description:
        'Answered like a message. The answer before, with what followed it, leaves the thread and is kept: `PATCH /sessions/:sessionId` with `active` brings it back. What it has changed stays changed: the stream then says so in a notice `changes_stand`, the JSON answer in `notices`. What the session waits for is taken back. An answer that ends before anything was said gives way to the one before.',
      request: { params: sessionParams, body: againBody },
      responses: answerResponses,
      bodyLimit: MESSAGE_LIMIT,
      async handler(ctx) {
        const { sessionId } = ctx.params;
        const { messageId, stream, tools, metadata } = ctx.body;
        const { runId } = await runs.regenerate({
          principal: ctx.principal,
          sessionId,
          messageId,
          ...(tools === undefined ? {} : { tools }),
          ...(metadata === undefined ? {} : { metadata }),
        });
        return answer(ctx as RouteContext, sessionId, runId, stream);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/messages/:sessionId/undo',
      auth: 'any',
      scope: 'chat',
      summary: 'Take back the last change',
      description:
        'Answered like a message: the operation that takes the change back is called, and asks for approval by its own rule, in words that name what happens to what. A second time takes back the change before. 409 says in words why there is none: nothing was changed, it cannot be taken back or not any more, or it has been already; `errors` then names an earlier change that can be, if there is one.',
      request: { params: sessionParams, body: undoBody },
      responses: answerResponses,
      bodyLimit: 16 * 1024,
      async handler(ctx) {
        const { sessionId } = ctx.params;
        const { messageId, stream = false } = ctx.body ?? {};
        const { runId } = await runs.undo({
          principal: ctx.principal,
          sessionId,
          ...(messageId === undefined ? {} : { messageId }),
        });
        return answer(ctx as RouteContext, sessionId, runId, stream);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/messages/:sessionId/runs/:runId',
      auth: 'any',
      scope: 'chat',
      summary: 'Join a run as a stream of events',
      description:
        'Replays from the start, or after the event that `Last-Event-ID` names, then goes on live. 204 when the run has ended and everything was already received.',
      request: { params: sessionParams.extend({ runId: idSchema }) },
      responses: {
        200: { description: 'Server-sent events.', contentType: 'text/event-stream' },
        204: { description: 'The run has ended and there is nothing left to send.' },
      },
      async handler({ principal, params, headers, raw, signal }) {
        const { sessionId, runId } = params;
        const thing = { kind: 'session', id: sessionId };
        const { id: owner } = await shares.inPlaceOf(principal, thing, 'read');
        const run = await store.runs.get(owner, sessionId, runId);
        if (run === undefined) throw noSuchRun();
        const after = parseLastEventId(headers['last-event-id'], runId);
        const batches = runs.events(principal, sessionId, runId, after, signal)[Symbol.asyncIterator]();
        if (runs.statusOf(run) === 'running') {
          await streamRun(raw.response, { sessionId, runId, batches, heartbeatMs });
          return HANDLED;
        }
        // An ended run answers from its log at once, so a refusal or an empty rest can still have its own status.
        const first = await batches.next();
        if (first.done === true) return reply({ status: 204 });
        await streamRun(raw.response, {
          sessionId,
          runId,
          batches: resumeWith(first.value, batches),
          heartbeatMs,
        });
        return HANDLED;
      },
    }),
    defineRoute({
      method: 'post',
      path: '/messages/:sessionId/abort',
      whenDiskFull: true,
      auth: 'any',
      scope: 'chat',
      summary: 'Cancel the active run, or what it waits for',
      description:
        'Answers once the run has ended. What the last run waits for, an approval or a result, is taken back and can no longer be answered. Not an error when nothing runs or waits.',
      request: { params: sessionParams },
      responses: {
        200: {
          description: 'Whether a run was cancelled, and which.',
          schema: z.object({ cancelled: z.boolean(), runId: idSchema.optional() }),
        },
      },
      async handler({ principal, params }) {
        const thing = { kind: 'session', id: params.sessionId };
        const { id: owner } = await shares.inPlaceOf(principal, thing, 'write');
        if ((await store.sessions.get(owner, params.sessionId)) === undefined) throw noSuchSession();
        const run = await runs.abort(principal, params.sessionId);
        return run === undefined ? { cancelled: false } : { cancelled: true, runId: run.runId };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/messages/:sessionId/approvals',
      auth: 'any',
      scope: 'chat',
      effect: 'destructive',
      summary: 'Answer what the last run waits for',
      description:
        'Decisions on its approvals, or results of the calls that the client ran: all of them at once. Goes on as a new run, answered like a message.',
      request: { params: sessionParams, body: answersBody },
      responses: answerResponses,
      bodyLimit: ANSWERS_LIMIT,
      async handler(ctx) {
        const { sessionId } = ctx.params;
        const { results = [] } = ctx.body;
        const decisions = (ctx.body.decisions ?? []).map(toDecision);
        const { runId } = await runs.decide(ctx.principal, sessionId, decisions, results);
        return answer(ctx as RouteContext, sessionId, runId, ctx.body.stream);
      },
    }),
  ];
}

type WireDecision = NonNullable<z.output<typeof answersBody>['decisions']>[number];

function toDecision({ id, approved, reason, args, remember }: WireDecision): ApprovalDecision {
  return {
    id,
    approved,
    ...(reason === undefined ? {} : { reason }),
    ...(args === undefined ? {} : { args }),
    ...(remember === undefined
      ? {}
      : {
          remember: {
            until: Date.parse(remember.until),
            ...(remember.args === undefined ? {} : { args: remember.args }),
          },
        }),
  };
}

function noSuchRun(): OracleError {
  return new OracleError('not_found', { detail: 'There is no such run.' });
}

function wantsEvents({ raw }: RouteContext): boolean {
  return raw.request.headers.accept?.includes('text/event-stream') === true;
}

/** An iterator that gives `first` again before it goes on. */
async function* resumeWith<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T, void> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
