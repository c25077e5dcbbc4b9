import { type CommandIo, OracleError } from 'oracle-runtime/plugin';
import { type Bot, type Provisioned, provisionBot } from '../provision.js';
import type { BotOptions } from './options.js';

const VARIABLES: Readonly<Record<keyof Bot, string>> = {
  userId: 'MATRIX_ORACLE_ADMIN_USER_ID',
  password: 'MATRIX_ORACLE_ADMIN_PASSWORD',
  accessToken: 'MATRIX_ORACLE_ADMIN_ACCESS_TOKEN',
  recoveryKey: 'MATRIX_ORACLE_ADMIN_RECOVERY_KEY',
};

/**
 * Gives the oracle of this folder an account on a homeserver, and writes its variables to `.env`.
 * @throws OracleError as `provisionBot` does, and `invalid_request` without a homeserver
 */
export async function provisionProject(options: BotOptions, io: CommandIo): Promise<Provisioned> {
  const project = await io.project();
  const baseUrl = options.matrixUrl ?? project.env['MATRIX_BASE_URL'];
  if (baseUrl === undefined)
    throw new OracleError('invalid_request', {
      detail: 'Which homeserver? Give --matrix-url.',
      errors: [{ field: '--matrix-url', message: 'is missing' }],
    });
  const entries = Object.entries(VARIABLES) as [keyof Bot, string][];
  const before = Object.fromEntries(
    entries.flatMap(([field, variable]) => {
      const value = project.env[variable];
      return value === undefined ? [] : [[field, value]];
    }),
  ) as Partial<Bot>;
  const keep = (made: Partial<Bot>) =>
    project.setEnv(
      Object.fromEntries(
        Object.entries(made).map(([field, value]) => [VARIABLES[field as keyof Bot], value]),
      ),
    );
  const bot = await provisionBot({
    baseUrl,
    name: options.matrixName ?? accountName(project.name),
    displayName: project.name,
    registration: {
      token: options.matrixRegistrationToken,
      sharedSecret: project.env['MATRIX_REGISTRATION_SHARED_SECRET'],
    },
    before,
    keep,
  });
  // Last: with it the plugin is on.
  await project.setEnv({ MATRIX_BASE_URL: baseUrl });
  return bot;
}

/** `Cookstove Oracle` -> `cookstove-oracle`. */
function accountName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'oracle' : plain;
}
