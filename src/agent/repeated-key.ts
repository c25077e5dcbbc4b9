import { locateRepeatedKey } from '../json/locate-repeated-key.js';
import { jsonOf } from '../kit/index.js';

/** The key that stands twice in text that is JSON but for that. Some models put the object into a string once more. */
export function repeatedKeyOf(text: string): string | undefined {
  const value = jsonOf(text);
  if (typeof value === 'string') return repeatedKeyOf(value);
  return value === undefined ? undefined : locateRepeatedKey(text)?.join('.');
}
