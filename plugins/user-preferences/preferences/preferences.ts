import { z } from 'zod';
import type { UserPreferences } from '../service.js';

const language = z
  .string()
  .min(2)
  .max(35)
  .refine((tag) => canonical(tag) !== undefined, {
    error: 'is no language tag such as sw or de-CH',
    abort: true,
  })
  .overwrite((tag) => canonical(tag) ?? tag);

const timeZone = z
  .string()
  .min(1)
  .max(64)
  .refine((name) => zoneNamed(name) !== undefined, {
    error: 'is no time zone such as Africa/Nairobi',
    abort: true,
  })
  .overwrite((name) => zoneNamed(name) ?? name);

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/**
 * A zone as it is written. Another name of it is an older spelling, as Kiev of Kyiv, or another place: EST is no Panama. A bare
 * offset is none: it would be wrong for half the year.
 */
function zoneNamed(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    const { timeZone: known } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return known.toLowerCase() === name.toLowerCase() ? known : name;
  } catch {
    return undefined;
  }
}

/** What can be set, and how each is stored and sent. */
export const preferenceFields = {
  language: language.describe('BCP 47, such as de or sw-KE: what answers are in'),
  tone: z.enum(['brief', 'friendly', 'formal', 'detailed']),
  units: z.enum(['metric', 'imperial']),
  decimals: z.enum(['point', 'comma']).describe('What stands before decimals'),
  thousands: z
    .enum(['comma', 'point', 'space', 'apostrophe', 'none'])
    .describe('What stands between thousands'),
  timeZone: timeZone.describe('IANA name, such as Africa/Nairobi'),
} as const;

export const PREFERENCE_NAMES = Object.keys(preferenceFields) as readonly PreferenceName[];
export type PreferenceName = keyof typeof preferenceFields;

const partial = z.strictObject(preferenceFields).partial();

/** All that a person has set; keys that are not known are refused. */
export const preferencesSchema = partial.superRefine(({ decimals, thousands }, context) => {
  if (thousands !== undefined && thousands === (decimals ?? 'point')) {
    context.addIssue({
      code: 'custom',
      path: ['thousands'],
      message: 'is the sign that stands before decimals; set another, or `decimals` as well',
    });
  }
});
export type StoredPreferences = z.output<typeof preferencesSchema>;

const SIGNS = { point: '.', comma: ',', space: '\u00a0', apostrophe: '’', none: '' } as const;

/** What others are told. Who has set one of the two signs has set the other with it. */
export function toPreferences({ decimals, thousands, ...rest }: StoredPreferences): UserPreferences {
  if (decimals === undefined && thousands === undefined) return rest;
  const decimal = decimals ?? 'point';
  const group = thousands ?? (decimal === 'comma' ? 'point' : 'comma');
  return { ...rest, decimalSeparator: SIGNS[decimal], groupSeparator: SIGNS[group] };
}
