import { CID } from 'multiformats/cid';

/**
 * Lets only such data pass as has one dag-json form for one dag-cbor form. What is signed is the JSON and what is
 * named is the CBOR, and there a map with the key `/` reads like a link or bytes, and a float like an integer.
 * @throws Error for such a map, and for numbers that are no safe integers
 */
export function checkPlain(value: unknown): void {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isSafeInteger(value)))
    throw new Error('A number is no safe integer');
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || CID.asCID(value) !== null)
    return;
  if (Array.isArray(value)) {
    for (const item of value) checkPlain(item);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '/') throw new Error("A map has the key '/'");
    checkPlain(item);
  }
}
