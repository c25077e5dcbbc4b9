import { customCleanEnv, makeValidator } from 'envalid';
import { type FieldError, isDid } from '../plugin/index.js';

/** Text as it is; blanks were removed before. */
const text = makeValidator<string>((input) => input.trim());

function integer(least: number, most: number) {
  return makeValidator<number>((input) => {
    const value = Number(input.trim());
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new Error(`expected a whole number from ${least} to ${most}, got '${input.slice(0, 40)}'`);
  });
}

const flag = makeValidator<boolean>((input) => {
  const word = input.trim().toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(word)) return true;
  if (['false', '0', 'no', 'off'].includes(word)) return false;
  throw new Error(`expected true or false, got '${input.slice(0, 40)}'`);
});

function oneOf<const T extends string>(...choices: readonly T[]) {
  return makeValidator<T>((input) => {
    const found = choices.find((choice) => choice === input.trim());
    if (found !== undefined) return found;
    throw new Error(`expected one of ${choices.join(', ')}, got '${input.slice(0, 40)}'`);
  });
}

/** Never repeats the value: a database or model URL may carry a password. */
function urlOf(protocols: readonly string[]) {
  return makeValidator<string>((input) => {
    const value = input.trim();
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    throw new Error(`expected a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
  });
}

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
  const millis = integer(1, 3_600_000);
  return {
    HOST: text({ default: '127.0.0.1' }),
    PORT: integer(0, 65_535)({ default: 3000 }),
    DATA_DIR: text({ default: './data' }),
    DATABASE_URL: urlOf(['postgres:', 'postgresql:'])({ default: undefined }),
    SIGNING_MNEMONIC: text({ default: undefined }),
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
    SHUTDOWN_GRACE_MS: integer(0, 600_000)({ default: 10_000 }),
    SSE_HEARTBEAT_MS: integer(1, 15_000)({ default: 15_000 }),
    LLM_API_KEY: text({ default: undefined }),
    LLM_BASE_URL: urlOf(['http:', 'https:'])({ default: undefined }),
    LLM_MODEL: text({ default: undefined }),
    LLM_UTILITY_MODEL: text({ default: undefined }),
    LLM_PROVIDER: oneOf('openai', 'anthropic')({ default: undefined }),
    LLM_MAX_STEPS: integer(1, 1000)({ default: 30 }),
    LLM_TIMEOUT_MS: millis({ default: 60_000 }),
    LLM_MAX_HISTORY_CHARS: integer(1000, 100_000_000)({ default: 400_000 }),
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
