import type { CommandProject, Diagnosis, ProjectCheck } from 'oracle-runtime/plugin';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Homeserver, homeserverAt } from './homeserver.js';
import { deviceOf } from './sign-in.js';

const SUBJECT = 'Matrix bot';
const flowsSchema = z.looseObject({ flows: z.array(z.looseObject({ type: z.string() })) });

/** What `oracle doctor` says of the oracle's account on its homeserver. Nothing is signed in: that would leave a device. */
export const accountCheck: ProjectCheck = {
  name: 'account',
  async run({ env }, signal) {
    const { MATRIX_BASE_URL: baseUrl, MATRIX_ORACLE_ADMIN_USER_ID: userId } = env;
    if (baseUrl === undefined && userId === undefined) return [];
    if (baseUrl === undefined || userId === undefined)
      return [
        {
          level: 'warn',
          subject: SUBJECT,
          detail: `${baseUrl === undefined ? 'MATRIX_BASE_URL' : 'MATRIX_ORACLE_ADMIN_USER_ID'} is not set, so there is none`,
          mend: 'Run oracle matrix provision --matrix-url <url>, or take the other MATRIX_ variables out of .env',
        },
      ];
    // What is no address is told by the start.
    if (!URL.canParse(baseUrl)) return [];
    return [await look(homeserverAt(baseUrl.replace(/\/+$/, '')), baseUrl, userId, env, signal)];
  },
};

async function look(
  server: Homeserver,
  baseUrl: string,
  userId: string,
  env: CommandProject['env'],
  signal: AbortSignal,
): Promise<Diagnosis> {
  const { MATRIX_ORACLE_ADMIN_ACCESS_TOKEN: token, MATRIX_ORACLE_ADMIN_PASSWORD: password } = env;
  try {
    const device = token === undefined ? undefined : await deviceOf(server, token, userId, signal);
    if (device !== undefined)
      return { level: 'ok', subject: SUBJECT, detail: `${userId} is signed in as device ${device}` };
    if (password === undefined)
      return fail(
        token === undefined ? 'has neither a token nor a password' : 'the homeserver does not know its token',
        'Run oracle matrix provision, or set MATRIX_ORACLE_ADMIN_PASSWORD',
      );
    const { flows } = flowsSchema.parse(await server.call('GET', '/login', { signal }));
    if (!flows.some(({ type }) => type === 'm.login.password'))
      return fail(
        `${baseUrl} takes no password`,
        'Set MATRIX_ORACLE_ADMIN_ACCESS_TOKEN to a token that a log-in there gave',
      );
    return {
      level: 'ok',
      subject: SUBJECT,
      detail: `${baseUrl} answers; ${userId} signs in with its password at the start`,
    };
  } catch (error) {
    if (!OracleError.isInstance(error)) throw error;
    return fail(error.detail, error.hint ?? 'Correct it in .env, or run oracle matrix provision');
  }
}

function fail(detail: string, mend: string): Diagnosis {
  return { level: 'fail', subject: SUBJECT, detail, mend };
}
