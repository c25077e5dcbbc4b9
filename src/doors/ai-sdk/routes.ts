import { z } from 'zod';
import { instructionsOf } from '../../http/client-instructions.js';
import { streamEvents } from '../../http/sse/stream-events.js';
import { runHeaders } from '../../http/sse/stream-run.js';
import {
  type AnyRoute,
  defineRoute,
  HANDLED,
  type Principal,
  type RouteContext,
  reply,
} from '../../plugin/index.js';
import type { RunManager } from '../../runs/run-manager-types.js';
import { lastWait } from '../../runs/session-wait.js';
import type { Store } from '../../store/types.js';
import type { LeftRuns } from '../left-runs.js';
import { findNamed, openNamed } from '../named-session.js';
import { type ChatRequest, callsOf, chatRequest, textOf } from './chat-request.js';
import { type EncodeParts, UiParts } from './encode-parts.js';
import { type News, whatIsNew } from './what-is-new.js';

export interface AiSdkDoor {
  readonly store: Store;
  readonly runs: RunManager;
  /** Of all doors. */
  readonly left: LeftRuns;
  readonly heartbeatMs: number;
}

/** Bytes of a whole conversation, which clients send with each message. */
const LIMIT = 8 * 1024 * 1024;
const DOOR = 'ai-sdk';
const STREAM = {
  200: { description: 'A UI message stream of the AI SDK.', contentType: 'text/event-stream' },
} as const;

/** The AI SDK's chat over the oracle's conversations: `useChat({ transport: new DefaultChatTransport({ api: '/ai/chat' }) })`. */
export function aiSdkRoutes({ store, runs, left, heartbeatMs }: AiSdkDoor): AnyRoute[] {
  async function start(
    principal: Principal,
    sessionId: string,
    { tools, metadata }: ChatRequest,
    instructions: string,
    news: News,
  ) {
    if (news.kind === 'answers') return runs.decide(principal, sessionId, news.decisions, news.results);
    await left.giveWay(runs, principal, sessionId);
    const request = {
      principal,
      sessionId,
      ...(tools == null ? {} : { tools }),
      metadata: { ...metadata, ...(instructions === '' ? {} : { instructions }) },
    };
    if (news.kind === 'again') return runs.regenerate({ ...request, messageId: news.messageId });
    const { id, message, attachments, answers } = news;
    const named = id === undefined ? {} : { messageId: id };
    return runs.start({ ...request, ...named, message, attachments, answers });
  }

  async function stream({ principal, raw, signal }: RouteContext, sessionId: string, run: EncodeParts) {
    const parts = new UiParts(run);
    await left.following(principal, run.runId, signal, () =>
      streamEvents(raw.response, {
        batches: runs.events(principal, sessionId, run.runId, 0, signal)[Symbol.asyncIterator](),
        heartbeatMs,
        retry: false,
        headers: {
          'X-Vercel-AI-UI-Message-Stream': 'v1',
          ...runHeaders(sessionId, run.runId),
        },
        encode: ({ event }) => parts.encode(event),
      }),
    );
    return HANDLED;
  }

  return [
    defineRoute({
      method: 'post',
      path: '/ai/chat',
      auth: 'any',
      scope: 'chat',
      summary: 'Chat as the AI SDK does',
      description:
        'For `useChat` with a `DefaultChatTransport`. The oracle keeps the conversation `id`; the last message of `messages` is new, or answers what waits by the state of its parts.',
      request: { body: chatRequest },
      responses: STREAM,
      bodyLimit: LIMIT,
      async handler(ctx) {
        const { principal, body } = ctx;
        const instructions = instructionsOf(
          body.messages.flatMap((each) =>
            each.role === 'system' ? [{ field: 'messages', text: textOf(each) }] : [],
          ),
        );
        const found = await findNamed(store, DOOR, principal, body.id);
        const news =
          found === undefined
            ? whatIsNew(body, [], undefined)
            : whatIsNew(body, await store.threads.messages(found), await lastWait(store, found));
        const sessionId = found ?? (await openNamed(store, DOOR, principal, body.id));
        const { runId } = await start(principal, sessionId, body, instructions, news);
        const goesOn = news.kind === 'answers';
        const told = goesOn ? body.messages.slice(-1).flatMap(callsOf) : [];
        const { decisions } =
          news.kind === 'again' ? { decisions: [] } : news.kind === 'answers' ? news : news.answers;
        const denied = decisions.filter(({ approved }) => !approved);
        return stream(ctx as RouteContext, sessionId, {
          runId,
          goesOn,
          told: new Set(told.map(({ toolCallId }) => toolCallId)),
          denied: new Set(denied.map(({ id }) => id)),
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/ai/chat/:id/stream',
      auth: 'any',
      scope: 'chat',
      summary: 'Join the answer that is being made',
      description: 'From its beginning; 204 when nothing runs. For `useChat({ resume: true })`.',
      request: { params: z.object({ id: z.string().min(1).max(400) }) },
      responses: { ...STREAM, 204: { description: 'Nothing runs.' } },
      async handler(ctx) {
        const sessionId = await findNamed(store, DOOR, ctx.principal, ctx.params.id);
        const runId = sessionId === undefined ? undefined : await runs.working(sessionId);
        if (sessionId === undefined || runId === undefined) return reply({ status: 204 });
        const nothing: ReadonlySet<string> = new Set();
        return stream(ctx as RouteContext, sessionId, {
          runId,
          goesOn: false,
          told: nothing,
          denied: nothing,
        });
      },
    }),
  ];
}
