import { z } from 'zod';
import { streamEvents } from '../../../http/sse/stream-events.js';
import { runHeaders } from '../../../http/sse/stream-run.js';
import {
  type AnyRoute,
  defineRoute,
  HANDLED,
  OracleError,
  type RouteContext,
  reply,
  type TerminalEvent,
} from '../../../plugin/index.js';
import { openAiCall } from '../called.js';
import type { ChatMessage } from '../chat-request.js';
import { readConversation } from '../conversation.js';
import { createdAt, type OpenAiDoor } from '../door.js';
import { openAiErrorAnswer } from '../errors.js';
import { sentRequest, tryHeaders } from '../same-request.js';
import { rememberLeft, rememberWords } from '../sessions.js';
import { offered, type Starts } from '../start-run.js';
import type { NamedResponse } from './ids.js';
import { anothersAnswer } from './own-answers.js';
import { knownResponse, placeOf } from './place.js';
import { readItems } from './read-items.js';
import { responsesRequest } from './request.js';
import { RunResponse } from './response.js';

/** Bytes of a whole conversation, which some clients send with each message. */
const LIMIT = 8 * 1024 * 1024;
const SESSION = 'x-oracle-session';
const responseParams = z.object({ id: z.string().min(1).max(400) });
const RESPONSES = {
  200: {
    description: 'A `response`, or a stream of `response.*` events.',
    schema: z.looseObject({ id: z.string(), object: z.literal('response') }),
    alsoAs: ['text/event-stream'],
  },
} as const;

/** What to tell of a run, and to whom. */
interface Telling extends NamedResponse {
  readonly previous: string | null;
  readonly stream: boolean;
  /** Number of the last event that the client has. */
  readonly after?: number;
  beforeEnd?(text: string, last: TerminalEvent): Promise<void>;
  /** The client went away before the end. */
  left?(): Promise<void>;
}

/** OpenAI's Responses API over the oracle's conversations. */
export function responsesRoutes(door: OpenAiDoor, starts: Starts): AnyRoute[] {
  const { store, runs } = door;

  function tell(ctx: RouteContext, telling: Telling): Promise<unknown> {
    const { principal, signal } = ctx;
    return door.left.following(principal, telling.runId, signal, () =>
      tellRun(ctx, telling).finally(async () => {
        if (signal.aborted) await telling.left?.();
      }),
    );
  }

  async function tellRun({ principal, raw, signal }: RouteContext, telling: Telling): Promise<unknown> {
    const { sessionId, runId, stored, previous, stream, after = -1 } = telling;
    const created = await createdAt(door, principal, { sessionId, runId });
    const response = new RunResponse({
      sessionId,
      runId,
      stored,
      previous,
      created,
      model: door.oracle.name,
    });
    const batches = runs.events(principal, sessionId, runId, 0, signal);
    const headers = runHeaders(sessionId, runId);
    if (stream) {
      await streamEvents(raw.response, {
        batches: batches[Symbol.asyncIterator](),
        heartbeatMs: door.heartbeatMs,
        headers,
        retry: false,
        encode: ({ event }) => response.encode(event, after),
        beforeEnd: async (last) => telling.beforeEnd?.(response.text, last),
      });
      return HANDLED;
    }
    for await (const batch of batches) for (const { event } of batch) response.take(event);
    const { ended } = response;
    if (ended === undefined)
      throw new OracleError('run_interrupted', { detail: 'The events of the run broke off before its end.' });
    await telling.beforeEnd?.(response.text, ended);
    return reply({ headers, body: response.body });
  }

  return [
    defineRoute({
      method: 'post',
      path: '/v1/responses',
      auth: 'any',
      scope: 'chat',
      summary: "Chat as over OpenAI's Responses API",
      description:
        'The oracle keeps the conversation: `previous_response_id` goes on from an answer (a branch of its session when that has gone on since), `conversation` or `X-Oracle-Session` names one, else it is known by the items said before. Tools of the oracle are `mcp_call` items; `tools` of the request run at the client, as `function_call`, and are answered by `function_call_output`. What needs approval is an `mcp_approval_request`, answered by `mcp_approval_response` or a plain yes or no.',
      request: {
        headers: z.object({ [SESSION]: z.string().min(1).max(400).optional(), ...tryHeaders }),
        body: responsesRequest,
      },
      responses: RESPONSES,
      bodyLimit: LIMIT,
      errorAnswer: openAiErrorAnswer,
      async handler(ctx) {
        const { principal, body } = ctx;
        const { messages, decisions, references, foreign, alleged } = readItems(body);
        const goesOn = body.previous_response_id != null || references.length > 0;
        if (goesOn && foreign !== undefined) throw anothersAnswer(foreign);
        const conversation = readConversation(messages, decisions, 'instructions');
        const named = { ...body, header: ctx.headers[SESSION], references, alleged: goesOn ? alleged : [] };
        const { sessionId, runId } = await starts.begin(principal, {
          sent: sentRequest(body, ctx.headers, [ctx.headers[SESSION]]),
          conversation,
          request: offered(body),
          place: () => placeOf(door, principal, named, conversation),
        });
        const spoken = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
        return tell(ctx as RouteContext, {
          sessionId,
          runId,
          stored: body.store !== false,
          previous: body.previous_response_id ?? null,
          stream: body.stream === true,
          left: () => rememberLeft(door, principal, sessionId, spoken),
          async beforeEnd(text, last) {
            if (last.type === 'error' || last.type === 'cancelled') return;
            // The request does not hold the words that it goes on from.
            if (goesOn) return;
            const calls = last.type === 'interrupted' ? (last.calls ?? []) : [];
            const said: ChatMessage = {
              role: 'assistant',
              content: text,
              tool_calls: calls.map(openAiCall),
            };
            await rememberWords(door, principal, sessionId, [...spoken, said]);
          },
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/v1/responses/:id',
      auth: 'any',
      scope: 'chat',
      summary: 'A response once more, or the rest of its stream',
      description:
        'With `stream=true` the events from the first on, or after `starting_after`; without, once it has ended. The last answers of a session are kept for this.',
      request: {
        params: responseParams,
        query: z.looseObject({
          stream: z.enum(['true', 'false']).optional(),
          starting_after: z.coerce.number().int().min(0).optional(),
        }),
      },
      responses: RESPONSES,
      errorAnswer: openAiErrorAnswer,
      async handler(ctx) {
        const { id } = ctx.params;
        const { sessionId, runId, stored } = await knownResponse(store, ctx.principal, id, 'response_id');
        if (!stored) throw notStored(id);
        const { stream, starting_after: after } = ctx.query;
        return tell(ctx as RouteContext, {
          sessionId,
          runId,
          stored,
          previous: null,
          stream: stream === 'true',
          ...(after === undefined ? {} : { after }),
        });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/responses/:id/cancel',
      auth: 'any',
      scope: 'chat',
      summary: 'Cancel a response that is being made',
      request: { params: responseParams },
      responses: RESPONSES,
      errorAnswer: openAiErrorAnswer,
      async handler(ctx) {
        const { id } = ctx.params;
        const { sessionId, runId, stored } = await knownResponse(store, ctx.principal, id, 'response_id');
        if ((await runs.working(sessionId)) === runId) await runs.abort(ctx.principal, sessionId);
        return tell(ctx as RouteContext, { sessionId, runId, stored, previous: null, stream: false });
      },
    }),
  ];
}

function notStored(id: string): OracleError {
  return new OracleError('not_found', {
    detail: `The response '${id}' was asked for with store: false, and is not given again.`,
    errors: [{ field: 'response_id', message: 'was not stored' }],
  });
}
