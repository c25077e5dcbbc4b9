import { z } from 'zod';
import { type AnyRoute, defineRoute, OracleError, reply } from '../../plugin/index.js';
import type { Decisions } from '../../runs/decisions/decisions.js';
import { type WhatWaitsDeps, whatWaits } from '../../runs/what-waits.js';
import type { DecisionRow, Store } from '../../store/types.js';
import { approvalSchema, argumentRuleSchema, callSchema } from './message-schemas.js';
import { idSchema, pageQuery, timeSchema, toTime } from './schemas.js';

const waitingSchema = z.object({
  sessionId: idSchema,
  title: z.string().nullable(),
  runId: idSchema,
  since: timeSchema,
  approvals: z.array(approvalSchema).describe('What waits for a decision.'),
  calls: z.array(callSchema).describe('What the client must run; empty while approvals are open.'),
});

const signedFields = {
  record: z.string().describe('Canonical JSON (RFC 8785); it names its `signer`, the DID of this oracle.'),
  signature: z
    .string()
    .nullable()
    .describe("Ed25519 over the record's UTF-8 bytes, base64url; null where the oracle had no identity."),
};

const decisionSchema = z.object({
  id: idSchema,
  at: timeSchema,
  sessionId: idSchema,
  tool: z.string(),
  decision: z.enum(['approved', 'declined']),
  ...signedFields,
});

const standingSchema = z.object({
  id: idSchema,
  tool: z.string(),
  args: z.record(z.string(), argumentRuleSchema).describe('Calls with other arguments ask.'),
  until: timeSchema,
  ...signedFields,
});

export interface ApprovalRouteDeps extends WhatWaitsDeps {
  readonly store: Pick<Store, 'runs' | 'decisions'>;
  readonly decisions: Decisions;
}

/** What waits for the principal wherever it was asked, what was decided, and what was decided beforehand. */
export function approvalRoutes({ decisions, ...deps }: ApprovalRouteDeps): AnyRoute[] {
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
    defineRoute({
      method: 'get',
      path: '/approvals/decisions',
      auth: 'any',
      scope: 'chat',
      summary: 'Who allowed or declined what, signed by the oracle',
      description:
        'What you decided, and what was decided in your sessions. A record names the approval, the tool, the SHA-256 of the canonical JSON of the arguments, who decided and when; arguments that were changed have a hash of their own.',
      request: { query: pageQuery.extend({ session: idSchema.optional() }) },
      responses: {
        200: {
          description: 'Newest first.',
          schema: z.object({ decisions: z.array(decisionSchema), cursor: z.string().optional() }),
        },
      },
      async handler({ principal, query: { limit, cursor, session } }) {
        const of = { principal: principal.id, sessionId: session };
        const page = await deps.store.decisions.list(of, limit, cursor);
        return {
          decisions: page.items.map(describeDecision),
          ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/approvals/standing',
      auth: 'any',
      scope: 'chat',
      summary: 'What you have allowed beforehand',
      description:
        'Approvals that you gave with `remember`: calls of these tools with such arguments do not ask, until the time that you said. Each use is recorded as a decision.',
      responses: {
        200: {
          description: 'What ends first comes first.',
          schema: z.object({ standing: z.array(standingSchema) }),
        },
      },
      async handler({ principal }) {
        const standing = await decisions.standing(principal);
        return {
          standing: standing.map(({ id, tool, pattern, until, record, signature }) => ({
            id,
            tool,
            args: pattern,
            until: toTime(until),
            record,
            signature,
          })),
        };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/approvals/standing/:id',
      auth: 'any',
      scope: 'chat',
      summary: 'Ask again before such calls',
      request: { params: z.object({ id: idSchema }) },
      responses: { 204: { description: 'From now on they ask.' } },
      async handler({ principal, params }) {
        if (await decisions.forget(principal, params.id)) return reply({ status: 204 });
        throw new OracleError('not_found', {
          detail: 'No such approval of yours stands.',
          hint: 'GET /approvals/standing lists them.',
        });
      },
    }),
  ];
}

function describeDecision({ id, at, sessionId, record, signature }: DecisionRow) {
  const { tool, decision } = JSON.parse(record) as {
    readonly tool: string;
    readonly decision: 'approved' | 'declined';
  };
  return { id, at: toTime(at), sessionId, tool, decision, record, signature };
}
