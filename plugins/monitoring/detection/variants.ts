import type { DetectorSettings } from './detector-settings.js';

/** Settings near the declared ones: what they give shows how much the result hangs on them. */
export const VARIANTS = ['declared', 'threshold - 5 °C', 'threshold + 5 °C', 'gap x 0.5', 'gap x 2'] as const;
export type Variant = (typeof VARIANTS)[number];

export function variantsOf(settings: DetectorSettings): Readonly<Record<Variant, DetectorSettings>> {
  const { threshold, mergeMinutes } = settings;
  return {
    declared: settings,
    'threshold - 5 °C': { ...settings, threshold: Math.max(1, threshold - 5) },
    'threshold + 5 °C': { ...settings, threshold: threshold + 5 },
    'gap x 0.5': { ...settings, mergeMinutes: mergeMinutes / 2 },
    'gap x 2': { ...settings, mergeMinutes: mergeMinutes * 2 },
  };
}
