import { OracleError } from '../plugin/index.js';

/**
 * Reads bytes as they come; without any, what is left of the last character.
 * @param from what they are of, for a person
 * @throws OracleError `invalid_request` for bytes that are no UTF-8: guessed letters would become another message
 */
export function utf8Reader(from: string): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (bytes) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new OracleError('invalid_request', {
        detail: `What comes from ${from} is no UTF-8, so its letters cannot be told.`,
        hint: 'Convert it first, for example: iconv -f latin1 -t utf-8 letter.txt | oracle chat --message -',
      });
    }
  };
}
