import { z } from 'zod';
import { type AnyRoute, defineRoute, OracleError, reply } from '../../plugin/index.js';
import type { WebBuild } from '../web/web-build.js';

const ONE_YEAR = 31_536_000;

/** The static files of the page. Their names change with their content, so a browser may keep them. */
export function assetRoute(web: () => WebBuild | undefined): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/assets/:name',
    auth: 'public',
    summary: 'A file of the page',
    request: { params: z.object({ name: z.string().max(200) }) },
    responses: {
      200: { description: 'The file.', contentType: 'text/javascript', alsoAs: ['text/css'] },
      404: { description: 'No such file, or one of another version.' },
    },
    async handler({ params, headers }) {
      const accepts = headers['accept-encoding'];
      const asset = await web()?.asset(params.name, typeof accepts === 'string' ? accepts : '');
      if (asset === undefined) {
        throw new OracleError('not_found', {
          detail: 'There is no such file of the page.',
          hint: 'Load the page again: it may have come with another version of the oracle.',
        });
      }
      return reply({
        headers: {
          'Content-Type': asset.type,
          'Cache-Control': `public, max-age=${ONE_YEAR}, immutable`,
          Vary: 'Accept-Encoding',
          ...(asset.encoding === undefined ? {} : { 'Content-Encoding': asset.encoding }),
        },
        body: asset.bytes,
      });
    },
  });
}
