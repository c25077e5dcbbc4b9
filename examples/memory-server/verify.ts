import { verifyBytes } from 'oracle-runtime/kit';
import { z } from 'zod';

export interface Trust {
  /** `did:key`s of the oracles that may ask. */
  readonly issuers: readonly string[];
  /** What a credential must be made out to: the origin under which oracles reach this server. */
  readonly audience: string;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Whose memories a request is about: of an oracle, a person as that oracle knows them. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

const LONGEST_SECONDS = 600;
const SKEW_SECONDS = 60;

const head = z.object({ alg: z.literal('EdDSA') });
const claims = z.object({
  iss: z.string().min(1),
  sub: z.string().regex(/\S/),
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
  scope: z.literal('memory'),
});

/** Who asks, by `Authorization: Bearer <JWT>`; undefined for whatever is not in order. */
export function subjectOf(authorization: string | undefined, trust: Trust): Subject | undefined {
  const [, signed, value] = /^Bearer ([\w-]+\.[\w-]+)\.([\w-]+)$/.exec(authorization ?? '') ?? [];
  if (signed === undefined || value === undefined) return undefined;
  const [first = '', second = ''] = signed.split('.');
  if (!head.safeParse(decoded(first)).success) return undefined;
  const parsed = claims.safeParse(decoded(second));
  if (!parsed.success) return undefined;
  const { iss, sub, aud, iat, exp } = parsed.data;
  const now = trust.now() / 1_000;
  const isOurs = trust.issuers.includes(iss) && aud === trust.audience;
  const isNow = exp > now - SKEW_SECONDS && iat < now + SKEW_SECONDS && exp - iat <= LONGEST_SECONDS;
  if (!isOurs || !isNow || !verifyBytes(Buffer.from(signed), iss, value)) return undefined;
  return { issuer: iss, subject: sub };
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
