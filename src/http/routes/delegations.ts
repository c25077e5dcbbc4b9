import { z } from 'zod';
import type { DelegationView, StoredDelegations } from '../../auth/ucan/types.js';
import {
  type AnyRoute,
  defineRoute,
  hasScope,
  OracleError,
  type Principal,
  reply,
} from '../../plugin/index.js';
import { timeSchema, toTime } from './schemas.js';

const delegationSchema = z.object({
  cid: z.string().describe('Names the delegation; revoking takes it.'),
  issuer: z.string().describe('The DID in whose name something may be done.'),
  audience: z.string().describe('Who may do it: the oracle, or someone whose tokens then need only name it.'),
  grants: z.array(
    z.object({
      can: z.string(),
      with: z.string(),
      nb: z
        .record(z.string(), z.unknown())
        .describe('What it is narrowed to, such as `hidden` of files or `args` of calls.'),
      owner: z.string(),
    }),
  ),
  createdAt: timeSchema,
  expiresAt: timeSchema.nullable().describe('Null: until it is revoked.'),
});

const newDelegationSchema = z.strictObject({
  delegation: z
    .string()
    .min(1)
    .max(64 * 1024)
    .describe('A UCAN 0.9.1 as a base64 CAR. To let this oracle act, its audience is this oracle.'),
});

const cidParams = z.object({ cid: z.string().regex(/^[a-z2-7]{20,80}$/, 'not a CID') });

/** Delegations: a person lets this oracle, or someone else, act in their name inside what they grant, and takes that back. */
export function delegationRoutes({ delegations }: { readonly delegations: StoredDelegations }): AnyRoute[] {
  return [
    defineRoute({
      method: 'post',
      path: '/delegation',
      auth: 'any',
      summary: 'Let the oracle act for you',
      description:
        'Stores a delegation that you issued. To this oracle: it may then do for you what the delegation grants, and nothing else, and what it does so is audited. (For one request, send the delegation in the header X-Ucan-Delegation instead.) To someone else: their tokens may name it by its CID and need not bring it. Storing one again changes nothing.',
      request: { body: newDelegationSchema },
      responses: { 201: { description: 'Stored.', schema: delegationSchema } },
      bodyLimit: 80 * 1024,
      async handler({ principal, body }) {
        requirePerson(principal);
        return reply({ status: 201, body: describe(await delegations.save(principal, body.delegation)) });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/delegation',
      auth: 'any',
      summary: 'What you let the oracle and others do',
      responses: {
        200: {
          description: 'Delegations that hold now, oldest first.',
          schema: z.object({ delegations: z.array(delegationSchema) }),
        },
      },
      async handler({ principal }) {
        requirePerson(principal);
        return { delegations: (await delegations.list(principal)).map(describe) };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/delegation/:cid',
      auth: 'any',
      summary: 'Take a delegation back',
      description:
        'Revokes it for good: every chain that it is part of ends. One that was never stored here is revoked by sending it in the body.',
      request: { params: cidParams, body: newDelegationSchema.optional() },
      responses: { 204: { description: 'Revoked.' } },
      bodyLimit: 80 * 1024,
      async handler({ principal, params, body }) {
        requirePerson(principal);
        if (await delegations.revoke(principal, params.cid, body?.delegation)) return reply({ status: 204 });
        throw new OracleError('not_found', {
          detail: 'There is no such delegation of yours.',
          hint: 'GET /delegation lists those that are stored; one that is not is sent along: {"delegation": "..."}.',
        });
      },
    }),
  ];
}

/** Delegations are for the one who issued them; a key or an invited person speaks for a DID only as far as scopes go. */
function requirePerson(principal: Principal): void {
  if (!['api-key', 'person'].includes(principal.kind) || hasScope(principal, 'admin')) return;
  throw new OracleError('forbidden', {
    detail: 'This credential may not see or change delegations.',
    hint: 'Use a UCAN of the DID that issues them, or a key with the scope admin.',
  });
}

function describe({ createdAt, expiresAt, ...rest }: DelegationView) {
  return { ...rest, createdAt: toTime(createdAt), expiresAt: expiresAt === null ? null : toTime(expiresAt) };
}
