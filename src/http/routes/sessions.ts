import { z } from 'zod';
import type { BootResult } from '../../boot/types.js';
import {
  type AnyRoute,
  defineRoute,
  OracleError,
  type Principal,
  reply,
  type Shares,
} from '../../plugin/index.js';
import type { RunManager } from '../../runs/run-manager-types.js';
import type { SessionRow, Store } from '../../store/types.js';
import { exportRoute } from './export-session.js';
import { messageIdSchema, pageQuery, sessionParams } from './schemas.js';
import {
  describe,
  describeMessage,
  messageSchema,
  sessionDetailSchema,
  sessionSchema,
} from './session-views.js';

const titleSchema = z.string().trim().min(1).max(200);

const newSessionSchema = z.object({ title: titleSchema.optional() }).optional();

const listQuery = pageQuery.extend({
  q: z
    .string()
    .max(500)
    .optional()
    .describe(
      'Words that must all occur in the title and the messages, in any case. A page may then be short, even empty, and still have a `cursor`.',
    ),
  archived: z
    .enum(['exclude', 'include', 'only'])
    .default('exclude')
    .describe('Whether sessions that were put away are listed.'),
});

const changesSchema = z
  .strictObject({
    title: titleSchema.optional(),
    pinned: z.boolean().optional(),
    archived: z.boolean().optional(),
    active: messageIdSchema
      .optional()
      .describe('A message that is to be in the thread: its answer becomes the active one.'),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'says nothing to change');

/** The same answer for a session of someone else as for one that never was. */
export function noSuchSession(): OracleError {
  return new OracleError('not_found', {
    detail: 'There is no such session.',
    hint: 'POST /sessions makes one.',
  });
}

/** Conversations of the principal: make, find, read, tidy, branch, take along, delete. */
export function sessionRoutes({
  store,
  runs,
  boot,
  shares,
}: {
  readonly store: Store;
  readonly runs: RunManager;
  readonly shares: Pick<Shares, 'inPlaceOf'>;
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
  /** The principal's own, or one that was shared with it. */
  async function readable(principal: Principal, id: string): Promise<SessionRow> {
    return owned((await shares.inPlaceOf(principal, { kind: 'session', id }, 'read')).id, id);
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
        const made = await store.sessions.create(principal.id);
        const title = body?.title;
        const titled =
          title === undefined ? made : await store.sessions.update(principal.id, made.id, { title });
        return created(titled ?? made);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/sessions',
      auth: 'any',
      scope: 'chat',
      summary: 'List or search sessions: pinned ones first, then newest first',
      request: { query: listQuery },
      responses: {
        200: {
          description: 'A page; without `cursor` it is the last.',
          schema: z.object({
            sessions: z.array(
              sessionSchema.extend({
                excerpt: z.string().optional().describe('With `q`: the text around one of the words.'),
              }),
            ),
            cursor: z.string().optional(),
          }),
        },
      },
      async handler({ principal, query }) {
        const { limit, cursor, q, archived } = query;
        if (q !== undefined && q.trim() !== '') {
          const page = await store.sessions.search(principal.id, q, limit, cursor, archived);
          return {
            sessions: page.items.map((found) => ({ ...describe(found), excerpt: found.excerpt })),
            ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
          };
        }
        const page = await store.sessions.list(principal.id, limit, cursor, archived);
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
        const session = await readable(principal, params.sessionId);
        const [last, loaded] = await Promise.all([
          store.runs.last(session.id),
          store.threads.loadedPlugins(session.id),
        ]);
        return {
          ...describe(session),
          activeRunId: (await runs.working(session.id)) ?? null,
          lastRun: last === undefined ? null : { runId: last.id, status: runs.statusOf(last) },
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
      description:
        'Of several answers to one message the active one, with what followed it; `variants=all` lists the others too.',
      request: {
        params: sessionParams,
        query: pageQuery.extend({ variants: z.enum(['active', 'all']).default('active') }),
      },
      responses: {
        200: {
          description: 'A page; without `cursor` it is the last.',
          schema: z.object({ messages: z.array(messageSchema), cursor: z.string().optional() }),
        },
      },
      async handler({ principal, params, query }) {
        const session = await readable(principal, params.sessionId);
        const all = query.variants === 'all';
        const page = await store.threads.page(session.id, query.limit, query.cursor, all);
        return {
          messages: page.items.map((message) => describeMessage(message, all)),
          ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
        };
      },
    }),
    exportRoute({ store, readable }),
    defineRoute({
      method: 'patch',
      path: '/sessions/:sessionId',
      auth: 'any',
      scope: 'chat',
      summary: 'Rename, pin or archive a session, or choose between answers',
      description:
        'Another answer cannot be chosen while a run is active (409) or waits for an answer (409). A choice that is refused leaves the rest of the request undone.',
      request: { params: sessionParams, body: changesSchema },
      responses: { 200: { description: 'The session as it is now.', schema: sessionSchema } },
      bodyLimit: 16 * 1024,
      async handler({ principal, params, body }) {
        const { sessionId } = params;
        await owned(principal.id, sessionId);
        const { active, title, pinned, archived } = body;
        if (active !== undefined) await runs.choose(principal, sessionId, active);
        const changed = await store.sessions.update(principal.id, sessionId, {
          ...(title === undefined ? {} : { title }),
          ...(pinned === undefined ? {} : { pinned }),
          ...(archived === undefined ? {} : { archived }),
        });
        if (changed === undefined) throw noSuchSession();
        return describe(changed);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/sessions/:sessionId/branch',
      auth: 'any',
      scope: 'chat',
      summary: 'Begin a new session from a message of this one',
      description:
        'Copies the thread up to and with that message, and what the session has loaded. A message with calls takes their results along; one whose calls have none yet is refused. What was changed before the branch can be undone in the session where it was done.',
      request: { params: sessionParams, body: z.strictObject({ messageId: messageIdSchema }) },
      responses: { 201: { description: 'The new session; `Location` points at it.', schema: sessionSchema } },
      bodyLimit: 16 * 1024,
      async handler({ principal, params, body }) {
        const branch = await store.sessions.branch(principal.id, params.sessionId, body.messageId);
        if (branch === undefined) throw noSuchSession();
        return created(branch);
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

function created(session: SessionRow) {
  return reply({
    status: 201,
    headers: { Location: `/sessions/${session.id}` },
    body: describe(session),
  });
}
