import { isRecord } from '../../kit/index.js';
import type { Args } from '../leaves.js';

let zones: ReadonlySet<string> | undefined;

/** Whether a call's path is the name of a time zone that the message writes without a slash before it: `Africa/Nairobi`. */
export function takesZone(args: Args, message: string): boolean {
  return stringsIn(args).some((value) => {
    const name = value.startsWith('/') ? value.slice(1) : '';
    if (!/^\p{Lu}\w+(?:\/\p{Lu}[\w-]+)+$/u.test(name)) return false;
    zones ??= new Set(Intl.supportedValuesOf('timeZone'));
    return zones.has(name) && message.includes(name) && !message.includes(value);
  });
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isRecord(value) ? Object.values(value).flatMap(stringsIn) : [];
}
