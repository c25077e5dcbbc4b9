import { canonicalJson, jsonOf } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import {
  DEFAULT_SETTINGS,
  type DetectorSettings,
  detectorSettings,
  STOVE_KINDS,
  type StoveKind,
} from '../detection/detector-settings.js';
import { ENOUGH_OF_DAY } from '../use/sensor-use.js';

/** The name of the protocol in the trail of a design. */
export const PROTOCOL = 'stove use';

/** A change of the settings, for every kind of stove. */
export const settingsChange = z.strictObject({
  threshold: detectorSettings.shape.threshold.optional(),
  slope: detectorSettings.shape.slope.optional(),
  minimumMinutes: detectorSettings.shape.minimumMinutes.optional(),
  mergeMinutes: detectorSettings.shape.mergeMinutes.optional(),
  maximumMinutes: detectorSettings.shape.maximumMinutes.optional(),
  ambient: z.number().min(-40).max(60).optional().describe('°C; default the 10th percentile of each day'),
});
export type SettingsChange = z.output<typeof settingsChange>;
export type AllSettings = Readonly<Record<StoveKind, DetectorSettings>>;

const sealedSchema = z.object({
  protocol: z.literal(PROTOCOL),
  version: z.literal(1),
  /** A day counts with this share of its samples. */
  dayNeeds: z.literal(ENOUGH_OF_DAY),
  settings: z.record(z.enum(STOVE_KINDS), detectorSettings),
  timeZone: z.string().optional(),
  stove: z.string().optional(),
  severalDevices: z.literal(true).optional(),
});

/** What a seal may fix beside the settings, for it decides as much as they do. */
export interface SealedTerms {
  /** Whose midnights part the days. */
  readonly timeZone?: string | undefined;
  /** The stove whose use goes to the design; its name says the kind, and so the settings. */
  readonly stove?: string | undefined;
  /** That each home has several devices of it, such as one on each burner. */
  readonly severalDevices?: true | undefined;
}

/**
 * The settings of all kinds of stoves, with a change.
 * @throws OracleError `invalid_request` when an event would have to be longer than it may be
 */
export function settingsWith({ ambient, ...change }: SettingsChange = {}): AllSettings {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const all = Object.fromEntries(
    STOVE_KINDS.map((kind) => [
      kind,
      {
        ...DEFAULT_SETTINGS[kind],
        ...given,
        ...(ambient !== undefined && { ambient: { celsius: ambient } }),
      },
    ]),
  ) as AllSettings;
  for (const { minimumMinutes, maximumMinutes } of Object.values(all))
    if (minimumMinutes >= maximumMinutes)
      throw new OracleError('invalid_request', {
        detail: `An event lasts at least ${minimumMinutes} minutes and at most ${maximumMinutes}: there is none.`,
        errors: [{ field: 'settings.maximumMinutes', message: `must be more than ${minimumMinutes}` }],
      });
  return all;
}

/** The words that a seal fixes. */
export function sealedText(
  settings: AllSettings,
  { timeZone, stove, severalDevices }: SealedTerms = {},
): string {
  return canonicalJson({
    protocol: PROTOCOL,
    version: 1,
    dayNeeds: ENOUGH_OF_DAY,
    settings,
    ...(timeZone !== undefined && { timeZone }),
    ...(stove !== undefined && { stove }),
    ...(severalDevices && { severalDevices }),
  });
}

/** The settings that a seal fixes. @throws OracleError `conflict` for one that this version cannot follow */
export function settingsOf(text: string): AllSettings {
  return parsedSeal(text).settings;
}

/** What a seal fixes beside them. @throws OracleError as `settingsOf` */
export function termsOf(text: string): SealedTerms {
  const { timeZone, stove, severalDevices } = parsedSeal(text);
  return { timeZone, stove, severalDevices };
}

function parsedSeal(text: string): z.output<typeof sealedSchema> {
  const parsed = sealedSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new OracleError('conflict', {
    detail: 'The sealed protocol of this design is of another version of the detector.',
    hint: 'Seal the present one, with the reason.',
  });
}
