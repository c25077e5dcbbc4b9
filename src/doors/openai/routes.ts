import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { streamEvents } from '../../http/sse/stream-events.js';
import { runHeaders } from '../../http/sse/stream-run.js';
import {
  type AnyRoute,
  defineRoute,
  HANDLED,
  OracleError,
  type RouteContext,
  reply,
  type TerminalEvent,
} from '../../plugin/index.js';
import { openNamed } from '../named-session.js';
import { openAiCall } from './called.js';
import { ChatChunks } from './chat-chunks.js';
import { chatCompletion } from './chat-completion.js';
import { type ChatMessage, type ChatRequest, chatRequest } from './chat-request.js';
import { readConversation } from './conversation.js';
import { createdAt, type OpenAiDoor } from './door.js';
import { openAiErrorAnswer } from './errors.js';
import { responsesRoutes } from './responses/routes.js';
import { type Begun, sentRequest, tryHeaders } from './same-request.js';
import { DOOR, rememberLeft, rememberWords, sessionByWords } from './sessions.js';
import { offered, Starts } from './start-run.js';
import { doTask, taskOf } from './tasks.js';
import { openAiUsage } from './usage.js';

/** Bytes of a whole conversation, which clients send with each message. */
const LIMIT = 8 * 1024 * 1024;
const SESSION = 'x-oracle-session';
const OPEN_WEBUI_CHAT = 'x-openwebui-chat-id';
const name = z.string().min(1).max(400).optional();

/** OpenAI's API over the oracle's conversations: what speaks to a model there speaks to the oracle here. */
export function openAiRoutes(door: OpenAiDoor): AnyRoute[] {
  const model = door.oracle.name;
  const now = () => Math.floor(door.clock.now() / 1000);
  const modelOf = { id: model, object: 'model', created: now(), owned_by: 'oracle-runtime' };
  const starts = new Starts(door);
  return [
    ...responsesRoutes(door, starts),
    defineRoute({
      method: 'get',
      path: '/v1/models',
      auth: 'any',
      scope: 'chat',
      summary: 'The oracle, as a model',
      responses: { 200: { description: 'One model: the oracle. Its name is taken for any other too.' } },
      errorAnswer: openAiErrorAnswer,
      handler: () => ({ object: 'list', data: [modelOf] }),
    }),
    defineRoute({
      method: 'get',
      path: '/v1/models/:id',
      auth: 'any',
      scope: 'chat',
      summary: 'The oracle, as a model by its name',
      request: { params: z.object({ id: z.string().min(1).max(200) }) },
      responses: { 200: { description: 'The model.' } },
      errorAnswer: openAiErrorAnswer,
      handler({ params: { id } }) {
        if (id === model) return modelOf;
        throw new OracleError('not_found', {
          detail: `There is no model '${id}': the only one is '${model}'.`,
          errors: [{ field: 'model', message: 'names no model' }],
        });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/chat/completions',
      auth: 'any',
      scope: 'chat',
      summary: "Chat as over OpenAI's API",
      description:
        'The oracle keeps the conversation: of `messages` what follows its last answer is new. Which conversation it is, `X-Oracle-Session` says (a session of this oracle, or any id of the client), else `X-OpenWebUI-Chat-Id`, else the words said before. `tools` run at the client; the tools of the oracle run here and are told in `oracle` beside an empty delta. What needs approval is asked in the text, and the next message answers with yes or no.',
      request: {
        headers: z.object({ [SESSION]: name, [OPEN_WEBUI_CHAT]: name, ...tryHeaders }),
        body: chatRequest,
      },
      responses: {
        200: {
          description: 'A `chat.completion`, or a stream of `chat.completion.chunk`.',
          schema: z.looseObject({ id: z.string(), object: z.literal('chat.completion') }),
          alsoAs: ['text/event-stream'],
        },
      },
      bodyLimit: LIMIT,
      errorAnswer: openAiErrorAnswer,
      async handler(ctx) {
        const task = taskOf(ctx.body);
        if (task !== undefined) return answerTask(ctx as RouteContext, task, ctx.body);
        const conversation = readConversation(ctx.body.messages);
        const id = ctx.headers[SESSION] ?? ctx.headers[OPEN_WEBUI_CHAT];
        const begun = await starts.begin(ctx.principal, {
          sent: sentRequest(ctx.body, ctx.headers, [id]),
          conversation,
          request: offered(ctx.body),
          place: async () =>
            id === undefined
              ? sessionByWords(door, ctx.principal, conversation)
              : { sessionId: await openNamed(door.store, DOOR, ctx.principal, id) },
        });
        return answer(ctx as RouteContext, ctx.body, begun);
      },
    }),
  ];

  async function answer(
    { principal, raw, signal }: RouteContext,
    request: ChatRequest,
    { sessionId, runId }: Begun,
  ): Promise<unknown> {
    const batches = door.runs.events(principal, sessionId, runId, 0, signal);
    const created = await createdAt(door, principal, { sessionId, runId });
    const head = { runId, model, created };
    const spoken = request.messages.filter(({ role }) => role !== 'system' && role !== 'developer');
    const told = <T>(work: () => Promise<T>) =>
      door.left.following(principal, runId, signal, () =>
        work().finally(async () => {
          // First: by these words the session is found in which the run is known to be left.
          if (signal.aborted) await rememberLeft(door, principal, sessionId, spoken);
        }),
      );
    const headers = runHeaders(sessionId, runId);
    const remember = (text: string, last: TerminalEvent) => {
      const calls = last.type === 'interrupted' ? (last.calls ?? []) : [];
      const said: ChatMessage = { role: 'assistant', content: text, tool_calls: calls.map(openAiCall) };
      return rememberWords(door, principal, sessionId, [...spoken, said]);
    };
    if (request.stream !== true) {
      const { body, text, ended } = await told(() => chatCompletion(batches, head));
      await remember(text, ended);
      return reply({ headers, body });
    }
    const includeUsage = request.stream_options?.include_usage === true;
    const chunks = new ChatChunks({ ...head, includeUsage });
    await told(() =>
      streamEvents(raw.response, {
        batches: batches[Symbol.asyncIterator](),
        heartbeatMs: door.heartbeatMs,
        headers,
        retry: false,
        encode: ({ event }) => chunks.encode(event),
        async beforeEnd(last) {
          if (last.type === 'error' || last.type === 'cancelled') return;
          await remember(chunks.spoken.text, last);
        },
      }),
    );
    return HANDLED;
  }

  async function answerTask(ctx: RouteContext, task: string, request: ChatRequest): Promise<unknown> {
    const { text, usage } = await doTask(door, task, ctx);
    const head = { id: `chatcmpl-${randomUUID()}`, created: now(), model };
    if (request.stream === true) {
      const choices = [{ index: 0, delta: { role: 'assistant', content: text }, finish_reason: 'stop' }];
      const chunk = JSON.stringify({ ...head, object: 'chat.completion.chunk', choices });
      const body = `data: ${chunk}\n\ndata: [DONE]\n\n`;
      return reply({ headers: { 'Content-Type': 'text/event-stream; charset=utf-8' }, body });
    }
    const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }];
    return { ...head, object: 'chat.completion', choices, usage: openAiUsage(usage) };
  }
}
