import { OracleError } from 'oracle-runtime/plugin';
import { type Micro, printMicro } from '../money/amount.js';
import type { Standing } from './standing.js';

/** The refusal of a model call that a budget does not allow: what is left, what it needs, and when there is more. */
export function exhausted(
  standing: Standing & { readonly timeZone: string },
  needed: Micro,
  currency: string,
): OracleError {
  const { available = 0n, resetsAt, reserved } = standing;
  const held = reserved > 0n ? `, and ${printMicro(reserved)} are set aside for answers under way` : '';
  return new OracleError('credits_exhausted', {
    detail: `${printMicro(available)} ${currency} are left${held}; the next step of this answer needs up to ${printMicro(needed)}.`,
    hint:
      resetsAt === undefined
        ? 'Ask the operator of this oracle for a larger budget.'
        : `The budget starts anew on ${wordTime(resetsAt, standing.timeZone)}. The operator of this oracle can raise it.`,
    members: {
      balance: Number(available),
      needed: Number(needed),
      resetsAt: resetsAt === undefined ? null : new Date(resetsAt).toISOString(),
      currency,
    },
  });
}

/** Such as `2026-12-01 00:00 (Africa/Nairobi)`. */
export function wordTime(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return `${format.format(at)} (${timeZone})`;
}
