import { z } from 'zod';
import { ES256 } from '../../auth/passkeys/cose-key.js';
import type { DeviceLinks, Passkeys } from '../../auth/types.js';
import { type AnyRoute, type Clock, defineRoute, type OracleInfo, reply } from '../../plugin/index.js';
import type { PasskeyRow } from '../../store/types.js';
import type { ClientKeys } from '../client-address.js';
import type { CredentialChecks } from '../credential-checks.js';
import { sessionReply } from '../session-cookie.js';
import { loginSessionSchema, timeSchema, toTime } from './schemas.js';

/** Milliseconds that a browser waits for the person. */
const TIMEOUT_MS = 2 * 60_000;
const BODY_LIMIT = 64 * 1024;

/** Bytes as base64url, at most so many. */
const bytesSchema = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'must be base64url without padding')
    .max(Math.ceil((most * 4) / 3))
    .transform((text) => Buffer.from(text, 'base64url'));
const credentialId = z
  .string()
  .regex(/^[\w-]+$/, 'must be base64url without padding')
  .max(1364);

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  synced: z.boolean().describe('It may be on several devices of yours.'),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
  lastUsedFrom: z.string().nullable(),
});

const newPasskeyBody = z.strictObject({
  name: z.string().trim().min(1).max(100).describe('What you call it, such as Phone.'),
  clientDataJSON: bytesSchema(4096),
  attestationObject: bytesSchema(16_384),
});

const assertionBody = z.strictObject({
  id: credentialId,
  clientDataJSON: bytesSchema(4096),
  authenticatorData: bytesSchema(4096),
  signature: bytesSchema(256),
  userHandle: z.string().max(100).optional(),
});

export interface DeviceRouteDeps {
  readonly passkeys: Passkeys;
  readonly deviceLinks: DeviceLinks;
  readonly oracle: OracleInfo;
  readonly clock: Clock;
  readonly credentials: CredentialChecks;
  readonly clientKeys: ClientKeys;
}

/** Devices of whoever is signed in: passkeys, and a link for another device; and signing in by a passkey. */
export function deviceRoutes(deps: DeviceRouteDeps): AnyRoute[] {
  const { passkeys, deviceLinks, oracle, clock, credentials, clientKeys } = deps;
  return [
    defineRoute({
      method: 'get',
      path: '/auth/devices',
      auth: 'any',
      summary: 'Your passkeys, and how another device gets in',
      responses: {
        200: {
          description: 'Passkeys, oldest first.',
          schema: z.object({
            passkeys: z.array(passkeySchema),
            passkeysAt: z.string().nullable().describe('The one origin whose page makes and takes passkeys.'),
            noPasskeys: z
              .enum(['address', 'insecure', 'unnamed'])
              .nullable()
              .describe('Why there are none: PUBLIC_URL is an address in digits, is plain HTTP, is not set.'),
            noLink: z
              .enum(['insecure', 'unnamed'])
              .nullable()
              .describe('Why no link for another device is made: PUBLIC_URL is plain HTTP, is not set.'),
          }),
        },
      },
      async handler({ principal }) {
        const place = passkeys.place();
        return {
          passkeys: (await passkeys.list(principal)).map(describe),
          passkeysAt: typeof place === 'string' ? null : place.origin,
          noPasskeys: typeof place === 'string' ? place : null,
          noLink: deviceLinks.refusal() ?? null,
        };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/auth/devices/link',
      auth: 'any',
      summary: 'A link that signs you in on another device',
      description:
        'Good once and for two minutes, also as a QR code. Only where PUBLIC_URL begins with https.',
      responses: {
        201: {
          description: 'The link.',
          schema: z.object({
            link: z.string(),
            svg: z.string().describe('The link as a QR code.'),
            expiresAt: timeSchema,
          }),
        },
        409: { description: 'Another device cannot reach it, or not safely.' },
      },
      async handler({ principal }) {
        const { link, expiresAt } = await deviceLinks.make(principal);
        const { default: qrcode } = await import('qrcode');
        const svg = await qrcode.toString(link, { type: 'svg', errorCorrectionLevel: 'L', margin: 2 });
        return reply({
          status: 201,
          headers: { 'Cache-Control': 'no-store' },
          body: { link, svg, expiresAt: toTime(expiresAt) },
        });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/auth/passkeys/offer',
      auth: 'any',
      summary: 'Begin to make a passkey',
      description: 'Answers `publicKey` of `navigator.credentials.create`, its bytes as base64url.',
      responses: {
        200: { description: 'Good once, for five minutes.', schema: z.record(z.string(), z.unknown()) },
      },
      async handler({ principal }) {
        const { challenge, rpId, userHandle, known } = await passkeys.offerNew(principal);
        return {
          challenge,
          rp: { id: rpId, name: oracle.name },
          user: { id: userHandle, name: principal.name, displayName: `${principal.name}, ${oracle.name}` },
          pubKeyCredParams: [{ type: 'public-key', alg: ES256 }],
          timeout: TIMEOUT_MS,
          excludeCredentials: known.map((id) => ({ type: 'public-key', id })),
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'required',
          },
          attestation: 'none',
        };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/auth/passkeys',
      auth: 'any',
      summary: 'Keep a passkey that was made',
      request: { body: newPasskeyBody },
      responses: {
        201: { description: 'It signs you in from now on.', schema: passkeySchema },
        409: { description: 'It is known already, or there are too many.' },
      },
      bodyLimit: BODY_LIMIT,
      async handler({ principal, body: { name, clientDataJSON, attestationObject } }) {
        const registration = { clientData: clientDataJSON, attestation: attestationObject };
        return reply({ status: 201, body: describe(await passkeys.add(principal, name, registration)) });
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/auth/passkeys/:id',
      auth: 'any',
      summary: 'End a passkey',
      description: 'It signs nobody in from then on, and the sessions that it opened end at once.',
      request: { params: z.object({ id: credentialId }) },
      responses: { 204: { description: 'Ended.' }, 404: { description: 'You have no such passkey.' } },
      async handler({ principal, params }) {
        await passkeys.remove(principal, params.id);
        return reply({ status: 204 });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/auth/session/offer',
      auth: 'public',
      summary: 'Begin to sign in by a passkey',
      description: 'Answers `publicKey` of `navigator.credentials.get`, its bytes as base64url.',
      responses: {
        200: { description: 'Good once, for five minutes.', schema: z.record(z.string(), z.unknown()) },
        409: { description: 'There are no passkeys here, and why.' },
      },
      whenDiskFull: true,
      handler: async () => ({
        ...(await passkeys.offerSignIn()),
        timeout: TIMEOUT_MS,
        userVerification: 'required',
      }),
    }),
    defineRoute({
      method: 'post',
      path: '/auth/session/passkey',
      auth: 'public',
      summary: 'Sign in by a passkey',
      description: 'Sets the session cookie; the token also works as `Authorization: Bearer`.',
      request: { body: assertionBody },
      responses: { 200: { description: 'The session.', schema: loginSessionSchema } },
      bodyLimit: BODY_LIMIT,
      // Those that do not hold are counted.
      rateLimit: Number.POSITIVE_INFINITY,
      whenDiskFull: true,
      async handler({ body, raw: { request } }) {
        const { id, userHandle, clientDataJSON: clientData, authenticatorData, signature } = body;
        const presented = {
          id,
          ...(userHandle === undefined ? {} : { userHandle }),
          assertion: { clientData, authenticatorData, signature },
        };
        const session = await credentials.ofLogin(request, () =>
          passkeys.signIn(presented, clientKeys(request)),
        );
        return sessionReply(session, { did: oracle.did, request }, clock);
      },
    }),
  ];
}

function describe({ id, name, synced, createdAt, lastUsedAt, lastUsedFrom }: PasskeyRow) {
  return {
    id,
    name,
    synced,
    createdAt: toTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : toTime(lastUsedAt),
    lastUsedFrom,
  };
}
