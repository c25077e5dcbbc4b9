import { randomBytes } from 'node:crypto';
import type { Clock } from '../../plugin/index.js';
import type { Store } from '../../store/types.js';
import { identityMissing, unauthenticated } from '../principals/auth-errors.js';
import { OWNER_NAME } from '../principals/local-owner.js';
import type { Identity } from '../types.js';
import { type LoginSession, openLoginSession } from './login-session.js';

const CODE_TTL_MS = 10 * 60 * 1_000;
/** Signed in front of the payload, so that no other document the identity signs can serve as a code. */
const CONTEXT = 'oracle-runtime login code v1\n';
const CODE_FORM = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/;

interface Payload {
  readonly did: string;
  /** Milliseconds since the epoch. */
  readonly exp: number;
  readonly nonce: string;
  /** For another device of somebody who is signed in: beside the link of an invitation, which stays as it is. */
  readonly device?: true;
}

/** What tells a code from all others. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * A one-time code that makes its holder the owner, or the invited person of `did`: `<base64url JSON>.<base64url Ed25519 signature>`. Nothing is
 * stored until it is redeemed, so the CLI can mint one beside a running oracle.
 */
export async function mintLoginCode(
  identity: Identity,
  options: {
    readonly did?: string;
    readonly ttlMs?: number;
    readonly nonce?: string;
    readonly device?: true;
    readonly clock: Clock;
  },
): Promise<string> {
  const payload: Payload = {
    did: options.did ?? identity.did,
    exp: options.clock.now() + (options.ttlMs ?? CODE_TTL_MS),
    nonce: options.nonce ?? newNonce(),
    ...(options.device === undefined ? {} : { device: options.device }),
  };
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
  const signature = await identity.sign(signedBytes(body));
  return `${body}.${Buffer.from(signature).toString('base64url')}`;
}

/**
 * Turns a code into a login session of seven days, for a person no longer than they may come, and records it; the token goes into the page's cookie or a `Bearer` header.
 * @throws OracleError `unauthenticated` (the same words for a code that is malformed, forged, expired, used or, for a person, not the last one),
 * `identity_missing`.
 */
export async function redeemLoginCode(
  deps: {
    readonly identity: Identity | undefined;
    readonly store: Pick<Store, 'people' | 'logins' | 'audit'>;
    readonly clock: Clock;
    /** Where the client is. */
    readonly address?: string;
  },
  code: string,
): Promise<LoginSession> {
  const { store, clock } = deps;
  const { payload, person } = await holderOf(deps, code);
  if (!(await store.logins.consume(payload.nonce, payload.exp))) throw unauthenticated();
  return openLoginSession({ store, clock, address: deps.address }, { did: payload.did, person });
}

/**
 * Whom a code would sign in, without using it: who follows a link is to know before who they become. A code that was used
 * already may be told of all the same.
 * @throws as `redeemLoginCode`
 */
export async function whoseLoginCode(
  deps: Pick<Parameters<typeof redeemLoginCode>[0], 'identity' | 'store' | 'clock'>,
  code: string,
): Promise<{ readonly did: string; readonly name: string }> {
  const { payload, person } = await holderOf(deps, code);
  return { did: payload.did, name: person?.name ?? OWNER_NAME };
}

async function holderOf(
  { identity, store, clock }: Pick<Parameters<typeof redeemLoginCode>[0], 'identity' | 'store' | 'clock'>,
  code: string,
) {
  if (identity === undefined) throw identityMissing();
  const payload = await verifiedPayload(identity, code);
  if (payload === undefined || payload.exp <= clock.now()) throw unauthenticated();
  const { did } = payload;
  // Of an identity that was replaced neither the owner's codes nor those of people are left.
  const person = did === identity.did ? undefined : await store.people.find(did);
  if (did !== identity.did && person === undefined) throw unauthenticated();
  if (payload.device !== true && typeof person?.link === 'string' && person.link !== payload.nonce)
    throw unauthenticated();
  return { payload, person };
}

async function verifiedPayload(identity: Identity, code: string): Promise<Payload | undefined> {
  const [, body, signature] = CODE_FORM.exec(code) ?? [];
  if (body === undefined || signature === undefined) return undefined;
  const holds = await identity.verify(signedBytes(body), Buffer.from(signature, 'base64url'));
  // Only this module signs under the context, so the payload needs no further checks of its form.
  return holds ? (JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Payload) : undefined;
}

const signedBytes = (body: string): Uint8Array => Buffer.from(CONTEXT + body);
