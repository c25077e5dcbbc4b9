import { z } from 'zod';
import type { Linking } from '../../auth/types.js';
import { type AnyRoute, defineRoute, OracleError, reply } from '../../plugin/index.js';
import { timeSchema, toTime } from './schemas.js';

const accountParams = z.object({ account: z.string().min(1).max(300) });

/** Accounts elsewhere, such as in a chat, that speak for whoever is signed in here: link, list, unlink. */
export function linkRoutes({ linking }: { readonly linking: Linking }): AnyRoute[] {
  return [
    defineRoute({
      method: 'post',
      path: '/links',
      auth: 'any',
      scope: 'chat',
      summary: 'Get a code that links an account elsewhere to you',
      description:
        'Type the code to this oracle in the chat of that account. It is good once, for ten minutes; a new one voids the one before. For the owner and for UCANs that a DID issued itself.',
      responses: {
        201: { description: 'The code.', schema: z.object({ code: z.string(), expiresAt: timeSchema }) },
      },
      async handler({ principal }) {
        const { code, expiresAt } = await linking.offer(principal);
        return reply({
          status: 201,
          headers: { 'Cache-Control': 'no-store' },
          body: { code, expiresAt: toTime(expiresAt) },
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/links',
      auth: 'any',
      scope: 'chat',
      summary: 'Accounts elsewhere that are linked to you',
      responses: {
        200: {
          description: 'Oldest first.',
          schema: z.object({
            links: z.array(
              z.object({
                account: z.string().describe('Such as `slack:T1/U2`.'),
                name: z.string(),
                createdAt: timeSchema,
              }),
            ),
          }),
        },
      },
      async handler({ principal }) {
        const links = await linking.links(principal);
        return {
          links: links.map(({ account, name, createdAt }) => ({
            account,
            name,
            createdAt: toTime(createdAt),
          })),
        };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/links/:account',
      auth: 'any',
      scope: 'chat',
      summary: 'Unlink an account',
      description: 'From the next message on it speaks for itself alone.',
      request: { params: accountParams },
      responses: { 204: { description: 'Unlinked.' } },
      async handler({ principal, params }) {
        if (await linking.remove(principal, params.account)) return reply({ status: 204 });
        throw new OracleError('not_found', {
          detail: 'No such account is linked to you.',
          hint: 'GET /links lists them.',
        });
      },
    }),
  ];
}
