import { randomInt } from 'node:crypto';
import { sha256Hex } from '../../kit/index.js';

/** Crockford's base 32: none of these reads like another. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 50 bits; whoever guesses has five tries an hour and ten minutes. */
const LENGTH = 10;
const FORM = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** A one-time code that a person types elsewhere, such as `7KQ2M-9XW4B`. */
export function newLinkCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, LENGTH / 2).join('')}-${letters.slice(LENGTH / 2).join('')}`;
}

/** The digests of all that could be a code in words, whatever stands between and around its letters. */
export function* codeDigestsIn(words: string): Generator<string> {
  const letters = words.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
  for (let at = 0; at + LENGTH <= letters.length; at++) {
    const digest = linkCodeDigest(letters.slice(at, at + LENGTH));
    if (digest !== undefined) yield digest;
  }
}

/**
 * What the store keeps of a code: its SHA-256, hex, however a person types it. Undefined for what is no code.
 */
export function linkCodeDigest(typed: string): string | undefined {
  if (typed.length > 4 * LENGTH) return undefined;
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return FORM.test(code) ? sha256Hex(code) : undefined;
}
