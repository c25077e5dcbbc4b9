import type { McpAddress } from './transport.js';

/** Shorter ones are words that an answer may have by itself. */
const SHORTEST = 8;
const MASK = '<secret>';

/** Takes what a server was given as a credential out of whatever it says again. */
export type Cleaner = <T>(said: T) => T;

/**
 * A server that is broken, or lies, may say again what it was told: values of headers and of its environment, and the
 * user and password of its address.
 */
export function cleanerFor(address: McpAddress): Cleaner {
  return hiding(secretsOf(address).sort((a, b) => b.length - a.length));
}

/**
 * Takes texts out of a value, its keys too, at every depth; the same value where nothing is to be hidden.
 * @param secrets longest first
 */
export function hiding(secrets: readonly string[]): Cleaner {
  if (secrets.length === 0) return (said) => said;
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const clean = (said: unknown): unknown => {
    if (typeof said === 'string') return forms.reduce((text, secret) => text.replaceAll(secret, MASK), said);
    if (Array.isArray(said)) return said.map(clean);
    if (typeof said !== 'object' || said === null) return said;
    return Object.fromEntries(
      Object.entries(said).map(([key, value]) => [clean(key) as string, clean(value)]),
    );
  };
  return (said) => clean(said) as typeof said;
}

/** A secret as it may come back: as it is, backwards, in hex, in the letters of an address, and within any base64. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const within = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // What shares a letter with its neighbours is theirs as well.
    const from = Math.ceil((before * 8) / 6);
    return text.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
  });
  const inUrls = within.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const backwards = [...secret].reverse().join('');
  return [secret, backwards, hex, hex.toUpperCase(), encodeURIComponent(secret), ...within, ...inUrls].filter(
    (form) => form.length >= SHORTEST,
  );
}

function secretsOf(address: McpAddress): string[] {
  const given =
    'url' in address
      ? [...(typeof address.headers === 'object' ? secretOf(address.headers) : []), ...userOf(address.url)]
      : secretOf(address.env ?? {});
  // `Bearer abc` is said again as `abc` too.
  const parts = given.flatMap((value) => (value.includes(' ') ? value.split(' ').slice(1) : [value]));
  return [...new Set(parts)].filter((value) => value.length >= SHORTEST);
}

/** Values whose names say that they let somebody in: a folder or a language is no secret. */
function secretOf(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    /auth|cookie|key|token|secret|pass|credential/iu.test(name) ? [value] : [],
  );
}

function userOf(url: string): string[] {
  try {
    const { password } = new URL(url);
    return password === '' ? [] : [password, decodeURIComponent(password)];
  } catch {
    return [];
  }
}
