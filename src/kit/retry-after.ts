/**
 * `Retry-After` (RFC 9110, section 10.2.3), as seconds or as an HTTP date, in milliseconds from now; undefined when there
 * is none that can be read.
 */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
