import { OracleError } from '../plugin/index.js';

const MILLISECONDS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/**
 * Milliseconds of `30m`, `12h`, `90d` or `4w`.
 * @throws OracleError `invalid_request` for anything else, zero included.
 */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,5})([mhdw])$/.exec(text.trim()) ?? [];
  const value = Number(count);
  if (unit !== undefined && isUnit(unit) && value > 0) return value * MILLISECONDS[unit];
  throw new OracleError('invalid_request', {
    detail: `'${text}' is no duration.`,
    hint: 'Write a whole number with m, h, d or w, such as 90d.',
  });
}

function isUnit(text: string): text is keyof typeof MILLISECONDS {
  return Object.hasOwn(MILLISECONDS, text);
}
