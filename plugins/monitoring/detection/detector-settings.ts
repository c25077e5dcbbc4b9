import { z } from 'zod';

/** Kinds of stoves whose heat differs enough to be detected differently. */
export const STOVE_KINDS = ['wood', 'charcoal', 'gas', 'electric', 'other'] as const;
export type StoveKind = (typeof STOVE_KINDS)[number];

/** What makes a rise of the temperature a cooking event. */
export const detectorSettings = z.strictObject({
  /** °C above the ambient temperature from which a stove counts as hot. */
  threshold: z.number().min(1).max(500).describe('°C over ambient'),
  /** °C a minute that it must rise at least once: the sun warms more slowly. */
  slope: z.number().min(0).max(100).describe('°C a minute at its steepest'),
  /** Minutes that an event lasts at least. */
  minimumMinutes: z.number().min(0).max(1440),
  /** Hot times this many minutes apart are one event. */
  mergeMinutes: z.number().min(0).max(1440),
  /** Minutes from which it is no cooking: embers, the sun, a broken sensor. */
  maximumMinutes: z.number().min(1).max(10_080),
  /** Share of a day's temperatures below the ambient one; or the ambient temperature itself, °C. */
  ambient: z.union([
    z.strictObject({ percentile: z.number().min(0).max(50) }),
    z.strictObject({ celsius: z.number().min(-40).max(60) }),
  ]),
});

export type DetectorSettings = z.output<typeof detectorSettings>;

const byDay = { percentile: 10 };

/**
 * What is taken where nobody says otherwise. They are this plugin's own, set so that an hour of cooking is found and a
 * day in the sun is not; no standard fixes them, so publish them, and seal them before the data.
 */
export const DEFAULT_SETTINGS: Readonly<Record<StoveKind, DetectorSettings>> = {
  wood: {
    threshold: 15,
    slope: 0.5,
    minimumMinutes: 10,
    mergeMinutes: 30,
    maximumMinutes: 720,
    ambient: byDay,
  },
  charcoal: {
    threshold: 12,
    slope: 0.3,
    minimumMinutes: 20,
    mergeMinutes: 45,
    maximumMinutes: 720,
    ambient: byDay,
  },
  gas: {
    threshold: 10,
    slope: 0.5,
    minimumMinutes: 5,
    mergeMinutes: 15,
    maximumMinutes: 480,
    ambient: byDay,
  },
  electric: {
    threshold: 8,
    slope: 0.3,
    minimumMinutes: 5,
    mergeMinutes: 15,
    maximumMinutes: 480,
    ambient: byDay,
  },
  other: {
    threshold: 15,
    slope: 0.5,
    minimumMinutes: 10,
    mergeMinutes: 30,
    maximumMinutes: 720,
    ambient: byDay,
  },
};

const KINDS: readonly (readonly [StoveKind, RegExp])[] = [
  ['charcoal', /charcoal|holzkohle|charbon|carb[oó]n|carv[aã]o|makaa|kcj|jiko la/i],
  ['gas', /\blpg\b|gas|gaz|gás|ethanol|biogas/i],
  ['electric', /electr|elektr|[eé]lectr|el[eé]tr|induction|umeme|pressure cooker|epc/i],
  [
    'wood',
    /wood|holz|bois|le[ñn]a|lenha|kuni|three.?stone|tsf|open fire|traditional|rocket|improved|baseline|project|ics|kuniokoa/i,
  ],
];

/** The kind of a stove from what people call it. */
export function kindOf(stove: string): StoveKind {
  return KINDS.find(([, pattern]) => pattern.test(stove))?.[0] ?? 'other';
}
