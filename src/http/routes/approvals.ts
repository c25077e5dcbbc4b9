import { z } from 'zod';
import { type AnyRoute, defineRoute } from '../../plugin/index.js';
import { type WhatWaitsDeps, whatWaits } from '../../runs/what-waits.js';
import { approvalSchema, callSchema } from './message-schemas.js';
import { idSchema, pageQuery, timeSchema, toTime } from './schemas.js';

const waitingSchema = z.object({
  sessionId: idSchema,
  title: z.string().nullable(),
  runId: idSchema,
  since: timeSchema,
  approvals: z.array(approvalSchema).describe('What waits for a decision.'),
  calls: z.array(callSchema).describe('What the client must run; empty while approvals are open.'),
});

/** What waits for the principal, wherever it was asked. */
export function approvalRoutes(deps: WhatWaitsDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/approvals',
      auth: 'any',
      scope: 'chat',
      summary: 'Everything that waits for an answer, over all sessions',
      description:
        'Sessions of yours, and those that others let you write in, whose last answer stopped to ask; longest waiting first. Answer all that one of them waits for at `POST /messages/{sessionId}/approvals`, or take it back with `POST /messages/{sessionId}/abort`.',
      request: { query: pageQuery },
      responses: {
        200: {
          description: 'A page; without `cursor` it is the last.',
          schema: z.object({ waiting: z.array(waitingSchema), cursor: z.string().optional() }),
        },
      },
      async handler({ principal, query }) {
        const { items, cursor } = await whatWaits(deps, principal, query);
        return {
          waiting: items.map(({ sessionId, title, runId, since, approvals, calls }) => ({
            sessionId,
            title,
            runId,
            since: toTime(since),
            approvals: [...approvals],
            calls: [...calls],
          })),
          ...(cursor === undefined ? {} : { cursor }),
        };
      },
    }),
  ];
}
