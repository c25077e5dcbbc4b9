import { isRecord } from '../../../kit/index.js';
import type { Args } from '../../schema/leaves.js';

/** Whether it is a name of the zone database, also one of before: `America/Argentina/Buenos_Aires`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** Whether a call's path is the name of a time zone that the message writes without a slash before it: `Africa/Nairobi`. */
export function takesZone(args: Args, message: string): boolean {
  return stringsIn(args).some((value) => {
    const name = value.startsWith('/') ? value.slice(1) : '';
    if (!/^\p{Lu}\w+(?:\/\p{Lu}[\w-]+)+$/u.test(name)) return false;
    return isTimeZone(name) && message.includes(name) && !message.includes(value);
  });
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isRecord(value) ? Object.values(value).flatMap(stringsIn) : [];
}
