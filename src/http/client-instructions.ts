import { z } from 'zod';
import { OracleError } from '../plugin/index.js';

/** Characters of a client's own words that reach the model beside a message. */
const MOST = 8_000;

const fits = (text: string) => text.trim().length <= MOST;

/** `metadata` of a request: its `instructions` are the client's words for the model, and are refused rather than cut. */
export const clientMetadata = z
  .record(z.string(), z.unknown())
  .refine(({ instructions }) => typeof instructions !== 'string' || fits(instructions), {
    path: ['instructions'],
    error: `must be of at most ${MOST} characters`,
  });

/** Words of the client for the model, and the field of its request that says them. */
export interface ClientWords {
  readonly field: string;
  readonly text: string;
}

/**
 * What a client says to the model beside the person, in one text; empty when it says nothing.
 * @throws OracleError `payload_too_large` that names the field with which they are too long
 */
export function instructionsOf(said: readonly ClientWords[]): string {
  let joined = '';
  for (const { field, text } of said) {
    joined = joined === '' ? text : `${joined}\n\n${text}`;
    if (!fits(joined)) throw tooLong(field, said);
  }
  return joined;
}

function tooLong(field: string, said: readonly ClientWords[]): OracleError {
  const length = said.map(({ text }) => text).join('\n\n').length;
  return new OracleError('payload_too_large', {
    detail: `The client's instructions have ${length} characters in '${field}' and what goes with it; the model is given at most ${MOST}, and nothing was begun.`,
    hint: 'Shorten them, or send what is long as a file or in the message itself.',
    errors: [{ field, message: `the client's instructions may have at most ${MOST} characters in all` }],
  });
}
