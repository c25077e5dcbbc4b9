import { z } from 'zod';
import type { BootResult } from '../../boot/types.js';
import { type AnyRoute, defineRoute, OracleError, reply } from '../../plugin/index.js';
import type { RunManager } from '../../runs/run-manager-types.js';
import type { SessionRow, Store } from '../../store/types.js';
import { idSchema, pageQuery, sessionParams, timeSchema, toTime } from './schemas.js';

const sessionSchema = z.object({
  sessionId: idSchema,
  title: z.string().nullable().describe('From the first message; null before it.'),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});

const sessionDetailSchema = sessionSchema.extend({
  activeRunId: idSchema
    .nullable()
    .describe('The run in flight; rejoin it at /messages/:sessionId/runs/:runId.'),
  lastRun: z
    .object({ runId: idSchema, status: z.enum(['running', 'done', 'error', 'cancelled', 'interrupted']) })
    .nullable(),
  loadedPlugins: z
    .array(z.string())
    .describe('Plugins of which this session has loaded capabilities, in the order of loading.'),
  loadedCapabilities: z.array(z.string()).describe('Capabilities that this session has loaded, in order.'),
});

const messageSchema = z.looseObject({
  role: z.enum(['user', 'assistant', 'tool']),
  id: z.string(),
  content: z.string(),
  createdAt: timeSchema,
});

const newSessionSchema = z.object({ title: z.string().trim().min(1).max(200).optional() }).optional();

function describe(row: SessionRow): z.output<typeof sessionSchema> {
  return {
    sessionId: row.id,
    title: row.title,
    createdAt: toTime(row.createdAt),
    updatedAt: toTime(row.updatedAt),
  };
}

/** The same answer for a session of someone else as for one that never was. */
export function noSuchSession(): OracleError {
  return new OracleError('not_found', {
    detail: 'There is no such session.',
    hint: 'POST /sessions makes one.',
  });
}

/** Conversations of the principal: make, list, read, delete. */
export function sessionRoutes({
  store,
  runs,
  boot,
}: {
  readonly store: Store;
  readonly runs: RunManager;
  readonly boot: Pick<BootResult, 'plugins'>;
}): AnyRoute[] {
  /** Whoever brings a capability; one that came up after the boot is named after its plugin: `mcp/github`. */
  const pluginOf = (capability: string) =>
    boot.plugins.find(({ capabilities }) => capabilities.some(({ name }) => name === capability))?.plugin
      .name ?? capability.replace(/\/.*/, '');
  async function owned(owner: string, sessionId: string): Promise<SessionRow> {
    const session = await store.sessions.get(owner, sessionId);
    if (session === undefined) throw noSuchSession();
    return session;
  }

  return [
    defineRoute({
      method: 'post',
      path: '/sessions',
      auth: 'any',
      scope: 'chat',
      summary: 'Start a session',
      request: { body: newSessionSchema },
      responses: { 201: { description: 'The new session; `Location` points at it.', schema: sessionSchema } },
      bodyLimit: 16 * 1024,
      async handler({ principal, body }) {
        const session = await store.sessions.create(principal.id);
        const title = body?.title;
        if (title !== undefined) await store.sessions.setTitle(session.id, title);
        return reply({
          status: 201,
          headers: { Location: `/sessions/${session.id}` },
          body: { ...describe(session), ...(title === undefined ? {} : { title }) },
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/sessions',
      auth: 'any',
      scope: 'chat',
      summary: 'List sessions, newest first',
      request: { query: pageQuery },
      responses: {
        200: {
          description: 'A page; without `cursor` it is the last.',
          schema: z.object({ sessions: z.array(sessionSchema), cursor: z.string().optional() }),
        },
      },
      async handler({ principal, query }) {
        const page = await store.sessions.list(principal.id, query.limit, query.cursor);
        return {
          sessions: page.items.map(describe),
          ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/sessions/:sessionId',
      auth: 'any',
      scope: 'chat',
      summary: 'Read a session',
      request: { params: sessionParams },
      responses: { 200: { description: 'The session and its latest run.', schema: sessionDetailSchema } },
      async handler({ principal, params }) {
        const session = await owned(principal.id, params.sessionId);
        const [last, loaded] = await Promise.all([
          store.runs.last(session.id),
          store.threads.loadedPlugins(session.id),
        ]);
        return {
          ...describe(session),
          activeRunId: runs.active(session.id) ?? null,
          lastRun: last === undefined ? null : { runId: last.id, status: last.status },
          loadedPlugins: [...new Set(loaded.map(pluginOf))],
          loadedCapabilities: loaded,
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/sessions/:sessionId/messages',
      auth: 'any',
      scope: 'chat',
      summary: 'Read the messages of a session, oldest first',
      request: { params: sessionParams, query: pageQuery },
      responses: {
        200: {
          description: 'A page; without `cursor` it is the last.',
          schema: z.object({ messages: z.array(messageSchema), cursor: z.string().optional() }),
        },
      },
      async handler({ principal, params, query }) {
        const session = await owned(principal.id, params.sessionId);
        const page = await store.threads.page(session.id, query.limit, query.cursor);
        return {
          messages: page.items.map((message) => ({ ...message, createdAt: toTime(message.createdAt) })),
          ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
        };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/sessions/:sessionId',
      auth: 'any',
      scope: 'chat',
      summary: 'Delete a session with all it holds',
      description: 'Cancels its active run first.',
      request: { params: sessionParams },
      responses: { 204: { description: 'Gone.' } },
      async handler({ principal, params }) {
        const session = await owned(principal.id, params.sessionId);
        await runs.abort(principal, session.id);
        await store.sessions.delete(principal.id, session.id);
        return reply({ status: 204 });
      },
    }),
  ];
}
