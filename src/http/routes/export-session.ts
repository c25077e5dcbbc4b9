import { Readable } from 'node:stream';
import { z } from 'zod';
import { type AnyRoute, defineRoute, type Principal, reply } from '../../plugin/index.js';
import type { SessionRow, Store } from '../../store/types.js';
import { type ExportedMessage, exportThread } from '../session-export/export-thread.js';
import { jsonExport } from '../session-export/json-export.js';
import { markdownExport } from '../session-export/markdown-export.js';
import { sessionParams } from './schemas.js';

type Format = 'json' | 'markdown';

const FORMATS: Readonly<
  Record<
    Format,
    {
      readonly contentType: string;
      readonly ending: string;
      write(session: SessionRow, messages: AsyncIterable<ExportedMessage>): AsyncIterable<string>;
    }
  >
> = {
  json: { contentType: 'application/json; charset=utf-8', ending: 'json', write: jsonExport },
  markdown: { contentType: 'text/markdown; charset=utf-8', ending: 'md', write: markdownExport },
};

export interface ExportDeps {
  readonly store: Pick<Store, 'threads'>;
  /** @throws OracleError `not_found` */
  readable(principal: Principal, sessionId: string): Promise<SessionRow>;
}

/** A whole thread to take along. Written as it is read: its size costs no memory. */
export function exportRoute({ store, readable }: ExportDeps): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/sessions/:sessionId/export',
    auth: 'any',
    scope: 'chat',
    summary: 'Take a session along, as JSON or Markdown',
    description:
      'The whole thread with its calls, who else said or decided something, the headline of each result and the names of the artifacts. JSON holds the answers that others have replaced too, marked `active: false`; Markdown the thread alone.',
    request: {
      params: sessionParams,
      query: z.strictObject({ format: z.enum(['json', 'markdown']).default('json') }),
    },
    responses: {
      200: { description: 'A file.', contentType: 'application/json', alsoAs: ['text/markdown'] },
    },
    async handler({ principal, params, query, signal }) {
      const session = await readable(principal, params.sessionId);
      const { contentType, ending, write } = FORMATS[query.format];
      const messages = exportThread(store.threads, {
        sessionId: session.id,
        owner: session.owner,
        reader: principal,
        all: query.format === 'json',
      });
      return reply({
        headers: {
          'Content-Type': contentType,
          'Content-Disposition': `attachment; filename="session-${session.id}.${ending}"`,
        },
        body: Readable.from(write(session, messages), { signal }),
      });
    },
  });
}
