import { z } from 'zod';
import { createCatalog } from '../../agent/catalog.js';
import type { BootResult } from '../../boot/types.js';
import { streamEvents } from '../../http/sse/stream-events.js';
import {
  type AnyRoute,
  type Clock,
  defineRoute,
  HANDLED,
  isTerminal,
  OracleError,
  type OracleInfo,
  type Principal,
  type RouteContext,
  reply,
  type Signer,
} from '../../plugin/index.js';
import type { RunManager } from '../../runs/run-manager-types.js';
import type { Store } from '../../store/types.js';
import { agentCard, signCard } from './card.js';
import { A2aError, a2aErrorAnswer, rpcError } from './errors.js';
import { type RpcRequest, readParams, rpcRequest, sendParams, taskParams } from './request.js';
import { createSend } from './send.js';
import { TaskEvents } from './task-events.js';
import { findTask, type Task } from './tasks.js';

export interface A2aDoor {
  readonly boot: Pick<BootResult, 'plugins'>;
  readonly store: Store;
  readonly runs: RunManager;
  readonly oracle: OracleInfo;
  readonly signer: Signer | undefined;
  readonly clock: Clock;
  readonly heartbeatMs: number;
}

const LIMIT = 8 * 1024 * 1024;
const VERSION = 'a2a-version';

/** A2A 1.0 over the oracle's conversations: contexts are sessions, tasks are runs with those that go on after a wait. */
export function a2aRoutes(door: A2aDoor): AnyRoute[] {
  const { boot, store, runs, oracle, clock } = door;
  const send = createSend(door);

  const eventsOf = ({ taskId, contextId }: Task) =>
    new TaskEvents({
      taskId,
      contextId,
      timestamp: () => new Date(clock.now()).toISOString(),
    });

  /** The task as its log says, or at its end when that is awaited. */
  async function read(principal: Principal, task: Task, signal: AbortSignal, wait: boolean) {
    const events = eventsOf(task);
    if (wait) {
      for await (const batch of runs.events(principal, task.sessionId, task.run.id, 0, signal))
        for (const { event } of batch) events.take(event);
    } else {
      for (const { event } of (await store.runs.events(task.run.id, 0)) ?? []) events.take(event);
    }
    return events.task;
  }

  async function stream({ principal, raw, signal }: RouteContext, id: RpcRequest['id'], task: Task) {
    const events = eventsOf(task);
    await streamEvents(raw.response, {
      batches: runs.events(principal, task.sessionId, task.run.id, 0, signal)[Symbol.asyncIterator](),
      heartbeatMs: door.heartbeatMs,
      retry: false,
      headers: { 'X-Oracle-Session': task.sessionId },
      encode: ({ event }) => events.encode(event, id ?? null),
    });
    return HANDLED;
  }

  async function cancel(principal: Principal, task: Task): Promise<void> {
    const isOpen = task.run.status === 'running' || task.run.status === 'interrupted';
    const last = await store.runs.last(task.sessionId);
    if (!isOpen || last?.id !== task.run.id)
      throw new A2aError('taskNotCancelable', 'This task has ended already.');
    await runs.abort(principal, task.sessionId);
  }

  async function perform(ctx: RouteContext, { id, method, params }: RpcRequest): Promise<unknown> {
    const { principal, signal } = ctx;
    const answer = ({ sessionId }: Task, result: unknown) =>
      reply({ headers: { 'X-Oracle-Session': sessionId }, body: { jsonrpc: '2.0', id: id ?? null, result } });
    switch (method) {
      case 'SendMessage': {
        const sent = readParams(sendParams, params);
        const task = await send(principal, sent);
        const wait = sent.configuration?.returnImmediately !== true;
        return answer(task, { task: await read(principal, task, signal, wait) });
      }
      case 'SendStreamingMessage':
        return stream(ctx, id, await send(principal, readParams(sendParams, params)));
      case 'GetTask': {
        const task = await findTask(store, principal, readParams(taskParams, params).id);
        return answer(task, await read(principal, task, signal, task.run.status !== 'running'));
      }
      case 'CancelTask': {
        const task = await findTask(store, principal, readParams(taskParams, params).id);
        await cancel(principal, task);
        const cancelled = eventsOf(task);
        for (const { event } of (await store.runs.events(task.run.id, 0)) ?? [])
          if (!isTerminal(event)) cancelled.take(event);
        cancelled.take({ type: 'cancelled' });
        return answer(task, cancelled.task);
      }
      case 'SubscribeToTask': {
        const task = await findTask(store, principal, readParams(taskParams, params).id);
        if (task.run.status !== 'running')
          throw new A2aError('unsupported', 'This task is not being worked on: ask for it with GetTask.');
        return stream(ctx, id, task);
      }
      default:
        throw new A2aError('noSuchMethod', `There is no method '${method}' here.`);
    }
  }

  return [
    defineRoute({
      method: 'get',
      path: '/.well-known/agent-card.json',
      auth: 'public',
      summary: 'What this oracle is, for other agents',
      description: 'Agent card of A2A 1.0, signed with the key of its DID.',
      responses: { 200: { description: 'The card.', schema: z.looseObject({ name: z.string() }) } },
      handler({ raw }) {
        const { host } = raw.request.headers;
        const origin = oracle.origin ?? `http://${host ?? 'localhost'}`;
        const card = agentCard({ oracle, origin, entries: createCatalog(boot).entries });
        return door.signer === undefined ? card : signCard(card, door.signer);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/a2a',
      auth: 'any',
      scope: 'chat',
      summary: 'Talk as agents do (A2A 1.0)',
      description:
        'JSON-RPC: SendMessage, SendStreamingMessage, GetTask, CancelTask, SubscribeToTask. A context is a session, what was said and handed out are artifacts. A task that waits is TASK_STATE_INPUT_REQUIRED and is answered in a message that names it: a plain yes or no, or a data part with `decisions` or `results`.',
      request: { headers: z.object({ [VERSION]: z.string().max(20).optional() }), body: rpcRequest },
      responses: {
        200: { description: 'The answer, or a stream of answers.', alsoAs: ['text/event-stream'] },
      },
      bodyLimit: LIMIT,
      errorAnswer: a2aErrorAnswer,
      async handler(ctx) {
        const version = ctx.headers[VERSION];
        try {
          if (version !== undefined && !/^1(\.\d+)?$/.test(version))
            throw new A2aError('versionNotSupported', `This is A2A 1.0, not ${version}.`);
          return await perform(ctx as RouteContext, ctx.body);
        } catch (error) {
          if (!(error instanceof A2aError) && !OracleError.isInstance(error))
            ctx.logger.error({ err: error }, 'a call of A2A failed');
          return { jsonrpc: '2.0', id: ctx.body.id ?? null, error: rpcError(error) };
        }
      },
    }),
  ];
}
