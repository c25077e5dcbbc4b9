import { z } from 'zod';
import { keyState } from '../../auth/index.js';
import type { IssuedKey, ManagedKeys } from '../../auth/types.js';
import { type AnyRoute, type Clock, defineRoute, reply } from '../../plugin/index.js';
import type { ApiKeyRow } from '../../store/types.js';
import { timeSchema, toTime } from './schemas.js';

const MAX_GRACE_SECONDS = 30 * 24 * 3_600;

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  did: z
    .string()
    .nullable()
    .describe('The DID that it is; null: it acts for the owner, with data of its own.'),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable().describe('By the minute.'),
  lastUsedFrom: z.string().nullable().describe('The client: an IPv4 address, or the /64 of an IPv6 one.'),
  rotatedAt: timeSchema.nullable().describe('When it got the secret that it has now.'),
  graceUntil: timeSchema.nullable().describe('Until when the secret before that holds too.'),
  expiresAt: timeSchema.nullable().describe('Null: never.'),
  requestsPerMinute: z.int().nullable().describe('Null: as many as anybody.'),
  answersAtOnce: z.int().nullable().describe('Null: as many as anybody.'),
  revokedAt: timeSchema.nullable(),
});
const issuedSchema = keySchema.extend({
  secret: z.string().describe('The key itself. It is shown this once: only its hash is stored.'),
});
const newKeySchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.string().min(1).max(100)).min(1).max(50).describe('Such as chat and sampling.'),
  did: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('It is this DID, with all that it keeps here. Default: it keeps to itself.'),
  expiresAt: z.iso.datetime().optional().describe('Default: never, or when the key ends that makes it.'),
  requestsPerMinute: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('Default: as many as anybody, or as the key that makes it.'),
  answersAtOnce: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Answers under way. Default: as many as anybody, or as the key that makes it.'),
});
const rotationSchema = z
  .strictObject({
    graceSeconds: z
      .int()
      .min(0)
      .max(MAX_GRACE_SECONDS)
      .default(0)
      .describe('How long the old secret holds too. Default: it is refused at once.'),
  })
  .optional();
const keyParams = z.object({ id: z.string().min(1).max(100).describe('Its id, or its name.') });
const NOT_FOUND = { 404: { description: 'No active key of this id or name.' } };

export interface KeyRouteDeps {
  readonly keys: ManagedKeys;
  readonly clock: Clock;
}

/** API keys: make, list, renew and end them. */
export function keyRoutes({ keys, clock }: KeyRouteDeps): AnyRoute[] {
  const issued = ({ row, secret }: IssuedKey, status: number) =>
    reply({
      status,
      headers: { 'Cache-Control': 'no-store' },
      body: { ...describeKey(row, clock.now()), secret },
    });
  return [
    defineRoute({
      method: 'post',
      path: '/keys',
      auth: 'any',
      scope: 'keys',
      summary: 'Make an API key',
      description:
        'For the owner, and for keys with the scope keys: these give only scopes that they hold, act as nobody else, and make none that outlasts them.',
      request: { body: newKeySchema },
      responses: {
        201: { description: 'The key, and its secret this once.', schema: issuedSchema },
        409: { description: 'An active key has this name.' },
      },
      handler: async ({
        body: { name, scopes, did, expiresAt, requestsPerMinute, answersAtOnce },
        principal,
      }) =>
        issued(
          await keys.create(principal, {
            name,
            scopes,
            ...(did === undefined ? {} : { did }),
            ...(expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }),
            ...(requestsPerMinute === undefined ? {} : { perMinute: requestsPerMinute }),
            ...(answersAtOnce === undefined ? {} : { runsAtOnce: answersAtOnce }),
          }),
          201,
        ),
    }),
    defineRoute({
      method: 'get',
      path: '/keys',
      auth: 'any',
      scope: 'keys',
      summary: 'All API keys, without their secrets',
      responses: {
        200: {
          description: 'Oldest first, with those that have ended.',
          schema: z.object({ keys: z.array(keySchema) }),
        },
      },
      handler: async ({ principal }) => {
        const now = clock.now();
        return { keys: (await keys.list(principal)).map((row) => describeKey(row, now)) };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/keys/:id/rotate',
      auth: 'any',
      scope: 'keys',
      effect: 'destructive',
      summary: 'Give an API key a new secret',
      description: 'The key stays the same: id, name, scopes and all that was made with it.',
      request: { params: keyParams, body: rotationSchema },
      responses: {
        200: { description: 'The key, and its new secret this once.', schema: issuedSchema },
        ...NOT_FOUND,
      },
      handler: async ({ params, body, principal }) =>
        issued(await keys.rotate(principal, params.id, (body?.graceSeconds ?? 0) * 1_000), 200),
    }),
    defineRoute({
      method: 'delete',
      path: '/keys/:id',
      auth: 'any',
      scope: 'keys',
      summary: 'End an API key',
      description: 'It is refused at once and what it runs is stopped; what it made stays.',
      request: { params: keyParams },
      responses: { 204: { description: 'Ended.' }, ...NOT_FOUND },
      async handler({ params, principal }) {
        await keys.revoke(principal, params.id);
        return reply({ status: 204 });
      },
    }),
  ];
}

function describeKey(row: ApiKeyRow, now: number): z.output<typeof keySchema> {
  const { id, name, scopes, did, lastUsedFrom, previousUntil } = row;
  const orNull = (time: number | null) => (time === null ? null : toTime(time));
  return {
    id,
    name,
    scopes: [...scopes],
    did,
    state: keyState(row, now),
    createdAt: toTime(row.createdAt),
    lastUsedAt: orNull(row.lastUsedAt),
    lastUsedFrom,
    rotatedAt: orNull(row.rotatedAt),
    graceUntil: previousUntil !== null && previousUntil > now ? toTime(previousUntil) : null,
    expiresAt: orNull(row.expiresAt),
    requestsPerMinute: row.perMinute,
    answersAtOnce: row.runsAtOnce,
    revokedAt: orNull(row.revokedAt),
  };
}
