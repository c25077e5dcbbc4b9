import { OracleError } from 'oracle-runtime/plugin';

/** A seed as the exact text whose UTF-8 bytes are hashed. Only `parseSeed` makes one. */
export type Seed = string & { readonly __seed: true };

export interface ParsedSeed {
  readonly text: Seed;
  readonly given: 'string' | 'number';
  /** How the given value became the text, for the record. */
  readonly rule: string;
}

const MAX_SEED_LENGTH = 512;
const CONTROL_OR_LONE_SURROGATE = /[\p{Cc}\p{Surrogate}]/u;

function refuse(detail: string, message: string, hint: string): never {
  throw new OracleError('invalid_request', { detail, hint, errors: [{ field: 'seed', message }] });
}

/**
 * Turns what a caller typed into the seed's exact text. A seed is a byte string: the number 20240220 and the
 * string "20240220" are one seed, "020240220" is another, and 0 is a seed like any other.
 *
 * @throws OracleError `invalid_request` for an empty seed, a fraction, a number that a double cannot hold exactly,
 * control characters, or white space at the ends (which a shell or a form would lose on the way to a verifier).
 */
export function parseSeed(value: unknown): ParsedSeed {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) {
      refuse(
        `The seed ${value} is not a whole number that survives as a JSON number (at most 2^53 - 1 in size).`,
        'must be a string, or a whole number between -(2^53 - 1) and 2^53 - 1',
        `Send it as a string, such as "seed": "${Number.isInteger(value) ? BigInt(value) : value}", with every digit as published.`,
      );
    }
    return {
      text: String(value) as Seed,
      given: 'number',
      rule: 'a number is its decimal digits, without leading zeros',
    };
  }
  if (typeof value !== 'string' || value.length === 0) {
    refuse(
      'The seed is missing or empty.',
      'must be a non-empty string or a whole number',
      'Give a seed such as "20240220". 0 is a seed too.',
    );
  }
  if (value.length > MAX_SEED_LENGTH) {
    refuse(
      `The seed has ${value.length} characters.`,
      `must have at most ${MAX_SEED_LENGTH} characters`,
      'Hash a longer value first and use the hash.',
    );
  }
  if (CONTROL_OR_LONE_SURROGATE.test(value)) {
    refuse(
      'The seed holds a control character or a broken code point.',
      'must be printable text',
      'Remove line breaks and tabs from the seed.',
    );
  }
  if (value.trim() !== value) {
    refuse(
      'The seed begins or ends with white space, which changes the draw and is invisible in print.',
      'must not begin or end with white space',
      'Trim the seed.',
    );
  }
  return { text: value as Seed, given: 'string', rule: 'the UTF-8 bytes of the string, unchanged' };
}
