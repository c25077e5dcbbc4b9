import { type EnvOf, makeValidator, str } from 'oracle-runtime/plugin';
import { z } from 'zod';

const homeserver = makeValidator((text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.search !== ''
  )
    throw new Error('it is no URL of a homeserver such as https://matrix.example.org');
  return url.href.replace(/\/+$/, '');
});

const userId = makeValidator((text: string) => {
  // The grammar of the Matrix specification, appendix 4.2.1, with the letters that old accounts may have.
  if (!/^@[\x21-\x39\x3b-\x7e]+:[A-Za-z0-9.\-[\]:]+$/.test(text) || text.length > 255)
    throw new Error('it is no Matrix user id such as @oracle:example.org');
  return text;
});

const isGiven = (value: unknown) => typeof value === 'string' && value.trim() !== '';

export const env = {
  MATRIX_BASE_URL: homeserver({ default: undefined, desc: 'Homeserver, such as https://matrix.example.org' }),
  MATRIX_ORACLE_ADMIN_USER_ID: userId({ default: undefined, desc: "The oracle's own account there" }),
  MATRIX_ORACLE_ADMIN_ACCESS_TOKEN: str({
    default: undefined,
    requiredWhen: (values) => !isGiven(values['MATRIX_ORACLE_ADMIN_PASSWORD']),
    desc: 'An access token of that account, or MATRIX_ORACLE_ADMIN_PASSWORD',
  }),
  MATRIX_ORACLE_ADMIN_PASSWORD: str({
    default: undefined,
    desc: 'Its password, where there is no token: the oracle logs in once and keeps its device',
  }),
  MATRIX_ORACLE_ADMIN_RECOVERY_KEY: str({
    default: undefined,
    desc: 'The recovery key of the account, where it has one already; else the oracle makes one and keeps it',
  }),
};

/** Whose account the oracle has, and where; the boot has seen that it is there. */
export function account(values: EnvOf<typeof env>) {
  return {
    baseUrl: values.MATRIX_BASE_URL ?? '',
    credentials: {
      userId: values.MATRIX_ORACLE_ADMIN_USER_ID ?? '',
      accessToken: values.MATRIX_ORACLE_ADMIN_ACCESS_TOKEN || undefined,
      password: values.MATRIX_ORACLE_ADMIN_PASSWORD || undefined,
    },
    recoveryKey: values.MATRIX_ORACLE_ADMIN_RECOVERY_KEY || undefined,
  };
}

const roomId = z.string().regex(/^[!#][^\s]{1,254}$/, 'must be a room id such as !abc:example.org');

/** `plugins.matrix` of `oracle.config.json`. */
export const matrixConfig = z.strictObject({
  /** Who may invite and ask: user ids, `*` stands for any letters. */
  allow: z
    .array(z.string().min(1).max(255))
    .max(1_000)
    .default(['*'])
    .describe('User ids who may invite and ask; * stands for any letters, as in @*:example.org'),
  /** Room id -> how many members must agree to what waits for an approval there. Elsewhere the asker alone decides. */
  quorum: z
    .record(roomId, z.int().min(1).max(50))
    .default({})
    .describe('Room id -> how many of its members must agree before what waits for approval is done'),
  maxAttachmentBytes: z.int().min(0).max(50_000_000).default(10_000_000),
});

export type MatrixConfig = z.output<typeof matrixConfig>;
