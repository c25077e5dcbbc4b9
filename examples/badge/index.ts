import { definePlugin, defineRoute, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** A picture for other pages: only HTTP's, so it is a route and no operation. */
export default definePlugin({
  name: 'badge',
  version: '1.0.0',
  manifest: { title: 'Badge', summary: 'Draws badges.', whenToUse: [], loading: 'silent' },
  setup: ({ oracle }) => ({
    routes: [
      defineRoute({
        method: 'get',
        path: '/badge/:colour',
        auth: 'public',
        summary: 'A badge with the name of this oracle',
        request: {
          params: z.object({ colour: z.enum(['green', 'grey']) }),
          query: z.object({ width: z.coerce.number().int().min(20).max(400).default(120) }),
        },
        responses: { 200: { description: 'The picture', contentType: 'image/svg+xml' } },
        handler({ params, query }) {
          const text = oracle.name.replace(/[<&]/g, '');
          return reply({
            headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=3600' },
            body: `<svg xmlns="http://www.w3.org/2000/svg" width="${query.width}" height="20"><rect width="100%" height="20" fill="${params.colour}"/><text x="6" y="14">${text}</text></svg>`,
          });
        },
      }),
    ],
  }),
});
