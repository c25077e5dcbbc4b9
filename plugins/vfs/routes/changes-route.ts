import type { ServerResponse } from 'node:http';
import { type AnyRoute, defineRoute, HANDLED, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { admitTo, watchChanges } from '../drive/watch.js';
import type { Vfs } from '../vfs.js';
import { accessFor, ERRORS, header, pathOr, placeQuery } from './common.js';

/** Proxies close what is silent for longer. */
const PING_MS = 15_000;

/** `GET /api/fs/changes`: what happens to files, as server-sent events. */
export function changesRoute(vfs: Vfs): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/api/fs/changes',
    auth: { ucan: 'fs/list' },
    summary: 'What happens to files from now on',
    description:
      'Server-sent events: `change` with kind (created, changed, moved, removed, published, unpublished), type, path, `from` of what was moved, id and version. Each has an id: with Last-Event-ID, or `cursor`, what happened since comes first; `reset` says that it is not known any more, so list the folder anew. Changes of this process; who may no longer list the folder, or is let in no more, hears `error` within two seconds and nothing after it.',
    request: {
      query: z.object({
        ...placeQuery,
        path: z.string().optional().describe('The folder; what is granted by default.'),
        cursor: z.string().max(64).optional().describe('`id` of the last event that was heard.'),
      }),
    },
    responses: { 200: { description: 'The events', contentType: 'text/event-stream' }, ...ERRORS },
    handler: async (ctx) => {
      const admit = () => accessFor(vfs, ctx, ctx.query);
      const path = pathOr(await admit(), ctx.query.path);
      const cursor = header(ctx.headers, 'last-event-id') ?? ctx.query.cursor;
      const { response } = ctx.raw;
      const signal = ctx.whileAdmitted(() => admitTo(path, admit));
      const watched = await watchChanges(vfs, path, admit, signal, cursor);
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-cache, no-transform',
        'X-Accel-Buffering': 'no',
      });
      response.write('retry: 2000\n\n');
      send(response, watched.isComplete ? 'ready' : 'reset', watched.cursor, {});
      const ping = setInterval(() => response.write(': ping\n\n'), PING_MS).unref();
      try {
        for await (const { cursor: id, change } of watched.changes) send(response, 'change', id, change);
      } catch (error) {
        if (!OracleError.isInstance(error)) throw error;
        send(response, 'error', watched.cursor, {
          code: error.code,
          message: error.detail,
          hint: error.hint,
        });
      } finally {
        clearInterval(ping);
        response.end();
      }
      return HANDLED;
    },
  });
}

function send(response: ServerResponse, event: string, id: string, data: object): void {
  response.write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
}
