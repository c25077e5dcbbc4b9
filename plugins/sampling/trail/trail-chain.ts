import { canonicalJson, sha256Hex, verifyBytes } from 'oracle-runtime/kit';
import type { Signer } from 'oracle-runtime/plugin';
import type { TrailEntry, TrailEvent, TrailHead } from './trail-entry.js';

/** An entry as it is kept: its exact text, and who vouches for it. */
export interface TrailLink {
  /** Canonical JSON (RFC 8785) of the entry. */
  readonly text: string;
  /** SHA-256 of the text, hexadecimal: `printf '%s' '<text>' | sha256sum`. */
  readonly hash: string;
  /** DID of the oracle; null when it had no signing identity. */
  readonly signer: string | null;
  /** Ed25519 over the text, base64url; null without a signer. */
  readonly signature: string | null;
}

const GENESIS = '0'.repeat(64);

/** Puts an event behind the head of a trail, signed when there is a signer. */
export async function linkEvent(
  event: TrailEvent,
  made: Pick<TrailEntry, 'designId' | 'at' | 'actor'>,
  head: TrailHead | undefined,
  signer: Signer | undefined,
): Promise<TrailLink> {
  const entry: TrailEntry = {
    ...event,
    ...made,
    seq: (head?.length ?? 0) + 1,
    previous: head?.hash ?? GENESIS,
  };
  const text = canonicalJson(entry);
  const signature = await signer?.sign(Buffer.from(text, 'utf8'));
  return {
    text,
    hash: sha256Hex(text),
    signer: signer?.did ?? null,
    signature: signature === undefined ? null : Buffer.from(signature).toString('base64url'),
  };
}

export function entryOf({ text }: Pick<TrailLink, 'text'>): TrailEntry {
  return JSON.parse(text) as TrailEntry;
}

/** The head of links that are in order; undefined when there are none. */
export function headOf(links: readonly Pick<TrailLink, 'hash'>[]): TrailHead | undefined {
  const last = links.at(-1);
  return last && { length: links.length, hash: last.hash };
}

export interface TrailFault {
  /** The entry, from 1. */
  readonly seq: number;
  readonly problem: string;
}

/**
 * The first fault of a chain, undefined when it is whole: each text has its hash, follows the one before, counts on,
 * speaks of the same design, and bears a true signature. Only of a trail that names no signer at all is an entry
 * without one no fault: once any entry says who vouches for it, one that nobody vouches for was put there.
 */
export function chainFault(links: readonly TrailLink[], designId: string): TrailFault | undefined {
  let previous = GENESIS;
  const signed = namesSigner(links);
  for (const [index, link] of links.entries()) {
    const seq = index + 1;
    const { text, hash, signer, signature } = link;
    if (sha256Hex(text) !== hash) return { seq, problem: 'its text does not have the hash that it carries' };
    const entry = parsed(text);
    if (entry === undefined) return { seq, problem: 'is not in canonical form' };
    if (entry.previous !== previous) return { seq, problem: 'does not follow the entry before it' };
    if (entry.seq !== seq) return { seq, problem: `says that it is entry ${entry.seq}` };
    if (entry.designId !== designId) return { seq, problem: `is of the design ${entry.designId}` };
    if (signed) {
      if (signer === null || !signature)
        return { seq, problem: 'is not signed, though the trail names who signs it' };
      if (!verifyBytes(Buffer.from(text, 'utf8'), signer, signature))
        return { seq, problem: `is not signed by ${signer}` };
    }
    previous = hash;
  }
  return undefined;
}

/** Whether any link names a signer or bears a signature. */
export function namesSigner(links: readonly Pick<TrailLink, 'signer' | 'signature'>[]): boolean {
  return links.some(({ signer, signature }) => signer !== null || signature !== null);
}

function parsed(text: string): TrailEntry | undefined {
  try {
    const entry = JSON.parse(text) as TrailEntry;
    return canonicalJson(entry) === text ? entry : undefined;
  } catch {
    return undefined;
  }
}
