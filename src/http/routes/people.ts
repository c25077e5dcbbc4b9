import { z } from 'zod';
import { personState } from '../../auth/index.js';
import type { Invitation, People } from '../../auth/types.js';
import { type AnyRoute, type Clock, defineRoute, reply } from '../../plugin/index.js';
import type { PersonRow } from '../../store/types.js';
import { timeSchema, toTime } from './schemas.js';

const personSchema = z.object({
  did: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  state: z.enum(['invited', 'active', 'expired', 'ended']).describe('`invited`: has never been here.'),
  createdAt: timeSchema,
  lastSeenAt: timeSchema.nullable(),
  until: timeSchema.nullable().describe('Null: until ended.'),
});
const invitationSchema = personSchema.extend({
  link: z.string().describe('Signs its holder in, once; a path of this oracle where PUBLIC_URL is not set.'),
  linkExpiresAt: timeSchema,
});
const newPersonSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.string().min(1).max(100)).min(1).max(50).describe('Such as chat and sampling.'),
  until: z.iso.datetime().optional().describe('Default: until ended.'),
});
const personParams = z.object({ did: z.string().min(1).max(300).describe('Its DID, or its name.') });
const NOT_FOUND = { 404: { description: 'Nobody of this name or DID.' } };

export interface PeopleRouteDeps {
  readonly people: People;
  readonly clock: Clock;
  readonly publicUrl: string | undefined;
}

/** People beside the owner: invite, see who is there, end. */
export function peopleRoutes({ people, clock, publicUrl }: PeopleRouteDeps): AnyRoute[] {
  const describe = (person: PersonRow) => describePerson(person, clock.now());
  const invited = ({ person, code, expiresAt }: Invitation) =>
    reply({
      status: 201,
      headers: { 'Cache-Control': 'no-store' },
      body: {
        ...describe(person),
        // The code is in the fragment, which no server logs.
        link: `${publicUrl ?? ''}/#login=${code}`,
        linkExpiresAt: toTime(expiresAt),
      },
    });
  return [
    defineRoute({
      method: 'post',
      path: '/people',
      auth: 'any',
      scope: 'admin',
      summary: 'Invite a person',
      description:
        'Makes a principal of its own and a one-time link that signs the person in, good for a week.',
      request: { body: newPersonSchema },
      responses: {
        201: { description: 'The person and the link.', schema: invitationSchema },
        409: { description: 'Somebody has this name.' },
      },
      handler: async ({ body: { name, scopes, until }, principal }) =>
        invited(
          await people.invite(principal, {
            name,
            scopes,
            ...(until === undefined ? {} : { expiresAt: Date.parse(until) }),
          }),
        ),
    }),
    defineRoute({
      method: 'get',
      path: '/people',
      auth: 'any',
      scope: 'admin',
      summary: 'Who was invited, and who is there',
      responses: {
        200: { description: 'Oldest first.', schema: z.object({ people: z.array(personSchema) }) },
      },
      handler: async () => ({ people: (await people.list()).map(describe) }),
    }),
    defineRoute({
      method: 'post',
      path: '/people/:did/link',
      auth: 'any',
      scope: 'admin',
      summary: 'Make a fresh link for a person',
      description: 'For another device, or when the session has run out. The person stays the same.',
      request: { params: personParams },
      responses: { 201: { description: 'The person and the link.', schema: invitationSchema }, ...NOT_FOUND },
      handler: async ({ params, principal }) => invited(await people.link(principal, params.did)),
    }),
    defineRoute({
      method: 'delete',
      path: '/people/:did',
      auth: 'any',
      scope: 'admin',
      summary: 'End what a person may',
      description: 'Sessions and keys of the person end at once; what they made stays.',
      request: { params: personParams },
      responses: { 204: { description: 'Ended.' }, ...NOT_FOUND },
      async handler({ params, principal }) {
        await people.end(principal, params.did);
        return reply({ status: 204 });
      },
    }),
  ];
}

function describePerson(person: PersonRow, now: number): z.output<typeof personSchema> {
  const { did, name, scopes, createdAt, lastSeenAt, expiresAt } = person;
  return {
    did,
    name,
    scopes: [...scopes],
    state: personState(person, now),
    createdAt: toTime(createdAt),
    lastSeenAt: lastSeenAt === null ? null : toTime(lastSeenAt),
    until: expiresAt === null ? null : toTime(expiresAt),
  };
}
