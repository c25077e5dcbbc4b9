import { createHmac } from 'node:crypto';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Homeserver, Refused } from '../account/homeserver.js';

/** How an account may be made, where the homeserver does not let anybody. */
export interface Registration {
  /** A token that its operator gave out. */
  readonly token?: string | undefined;
  /** `registration_shared_secret` of Synapse. */
  readonly sharedSecret?: string | undefined;
}

const challenge = z.looseObject({
  session: z.string(),
  flows: z.array(z.looseObject({ stages: z.array(z.string()) })),
});
const nonceAnswer = z.looseObject({ nonce: z.string() });

/** @throws OracleError `conflict` when the name is taken, `forbidden` when the homeserver lets nobody register so */
export async function register(
  server: Homeserver,
  { name, password }: { readonly name: string; readonly password: string },
  registration: Registration,
): Promise<void> {
  try {
    if (registration.sharedSecret !== undefined)
      await bySecret(server, name, password, registration.sharedSecret);
    else await byStages(server, name, password, registration.token);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.errcode === 'M_USER_IN_USE')
      throw new OracleError('conflict', {
        detail: `There is an account ${name} already, with another password.`,
        hint: 'Give its password, or another name.',
      });
    if (registration.sharedSecret !== undefined && /hmac/i.test(error.message))
      throw new OracleError('forbidden', {
        detail: `The homeserver makes no account: MATRIX_REGISTRATION_SHARED_SECRET is another than its own (${error.message}).`,
        hint: 'Set it to registration_shared_secret of homeserver.yaml, or take it out and ask its operator for a registration token (--matrix-registration-token).',
        errors: [{ field: 'MATRIX_REGISTRATION_SHARED_SECRET', message: "is not the homeserver's" }],
      });
    throw new OracleError('forbidden', {
      detail: `The homeserver makes no account (${error.message}).`,
      hint: 'Ask its operator for a registration token (--matrix-registration-token), or for an account.',
    });
  }
}

/** As Synapse lets who knows the secret of its configuration. */
async function bySecret(server: Homeserver, name: string, password: string, secret: string): Promise<void> {
  const path = '/_synapse/admin/v1/register';
  const { nonce } = nonceAnswer.parse(await server.call('GET', path));
  const mac = createHmac('sha1', secret).update([nonce, name, password, 'notadmin'].join('\0')).digest('hex');
  await server.call('POST', path, { body: { nonce, username: name, password, mac, admin: false } });
}

/** As the specification has it: a first answer names the stages, of which those are gone through that need no person. */
async function byStages(
  server: Homeserver,
  name: string,
  password: string,
  token: string | undefined,
): Promise<void> {
  const body = { username: name, password, inhibit_login: true };
  let asked = await attempt(server, body);
  for (let stage = 0; asked !== undefined && stage < 5; stage++) {
    const { session, flows } = challenge.parse(asked.body);
    const done = z.array(z.string()).catch([]).parse(asked.body['completed']);
    const known = ['m.login.dummy', ...(token === undefined ? [] : ['m.login.registration_token'])];
    const flow = flows.find(({ stages }) => stages.every((each) => known.includes(each)));
    const next = flow?.stages.find((each) => !done.includes(each));
    if (next === undefined) throw asked;
    const auth = { type: next, session, ...(next === 'm.login.registration_token' && { token }) };
    asked = await attempt(server, { ...body, auth });
  }
  if (asked !== undefined) throw asked;
}

/** What is still asked for, or undefined when it is done. */
async function attempt(server: Homeserver, body: object): Promise<Refused | undefined> {
  try {
    await server.call('POST', '/register', { body });
    return undefined;
  } catch (error) {
    if (error instanceof Refused && error.status === 401 && 'flows' in error.body) return error;
    throw error;
  }
}
