import { customCleanEnv, makeValidator } from 'envalid';
import { type FieldError, isDid } from '../plugin/index.js';
import { modelEnv } from './model-env.js';
import { flag, integer, oneOf, text, urlOf } from './validators.js';

/** A web address without a path: DIDs and links are built on it. */
const origin = makeValidator<string>((input) => {
  const value = input.trim();
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(value))
    return url.origin;
  throw new Error('expected scheme, host and port alone, such as https://oracle.example.org');
});

const origins = makeValidator<readonly string[]>((input) =>
  input
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (part === '*' || (URL.canParse(part) && new URL(part).origin === part)) return part;
      throw new Error(
        `'${part.slice(0, 80)}' is no origin. Write scheme, host and port alone, such as https://app.example.org`,
      );
    }),
);

const hostNames = makeValidator<readonly string[]>((input) =>
  input
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
    .map((part) => {
      if (part === '*' || (URL.canParse(`http://${part}`) && new URL(`http://${part}`).hostname === part))
        return part;
      throw new Error(
        `'${part.slice(0, 80)}' is no host name. Write the name alone, such as oracle.example.org`,
      );
    }),
);

/** `owner`: none but the owner; `any`: everybody; else DIDs and beginnings of DIDs. */
const users = makeValidator<readonly string[]>((input) => {
  const parts = input.split(',').map((part) => part.trim());
  if (parts.length === 1 && parts[0] === 'owner') return [];
  if (parts.length === 1 && parts[0] === 'any') return ['*'];
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      if (isDid(part) || (part.endsWith(':*') && isDid(`${part.slice(0, -1)}x`))) return part;
      throw new Error(
        `'${part.slice(0, 80)}' is no DID. Write owner, any, or DIDs and beginnings of them such as did:ixo:*`,
      );
    });
});

/** The variables of the core. `.env.example` documents each; plugins declare theirs themselves. */
function schema() {
  return {
    HOST: text({ default: '127.0.0.1' }),
    PORT: integer(0, 65_535)({ default: 3000 }),
    DATA_DIR: text({ default: './data' }),
    DATABASE_URL: urlOf(['postgres:', 'postgresql:'])({ default: undefined }),
    SIGNING_MNEMONIC: text({ default: undefined }),
    SIGNING_MNEMONIC_FILE: text({ default: undefined }),
    NETWORK: oneOf('devnet', 'testnet', 'mainnet')({ default: undefined }),
    LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent')({ default: 'info' }),
    PUBLIC_URL: origin({ default: undefined }),
    UCAN_CLOCK_SKEW_SECONDS: integer(0, 60)({ default: 5 }),
    DID_WEB_LOCAL: flag({ default: false }),
    UCAN_USERS: users({ default: undefined }),
    CORS_ORIGINS: origins({ default: [] }),
    ALLOWED_HOSTS: hostNames({ default: [] }),
    RATE_LIMIT_PER_MINUTE: integer(1, 1_000_000)({ default: 600 }),
    TRUST_PROXY: flag({ default: false }),
    RETENTION_DAYS: integer(0, 36_500)({ default: 0 }),
    SHUTDOWN_GRACE_MS: integer(0, 600_000)({ default: 10_000 }),
    SSE_HEARTBEAT_MS: integer(1, 15_000)({ default: 15_000 }),
    RUN_MAX_SECONDS: integer(1, 86_400)({ default: 1800 }),
    RUN_MAX_OUTPUT_CHARS: integer(1000, 1_000_000_000)({ default: 4_000_000 }),
    RUN_MAX_ARGUMENT_BYTES: integer(1000, 100_000_000)({ default: 1_048_576 }),
    RUN_MAX_STORED_BYTES: integer(100_000, 10_000_000_000)({ default: 67_108_864 }),
    RUNS_PER_PRINCIPAL: integer(1, 100_000)({ default: 100 }),
    ...modelEnv(),
  };
}

/** Validates the core's variables; every faulty one is listed. */
export function parseCoreEnv(
  env: Readonly<Record<string, string | undefined>>,
  placeOf: (name: string) => string,
) {
  const faults: FieldError[] = [];
  const values = customCleanEnv(env, schema(), (cleaned) => cleaned, {
    reporter: ({ errors }) => {
      for (const [name, error] of Object.entries(errors)) {
        if (error !== undefined) faults.push({ field: placeOf(name), message: error.message });
      }
    },
  });
  return { values, faults };
}
