/** Tonnes of CO2 equivalent of one period. */
export interface EmissionBalance {
  readonly baseline: number;
  readonly project: number;
  readonly leakage: number;
  /** Usage or coverage factor on the baseline, 0..1; default 1. */
  readonly baselineFactor?: number;
}

/** Reductions = baseline * factor - project - leakage. Source: Gold Standard, SMEC v4.0. */
export function emissionReductions({
  baseline,
  project,
  leakage,
  baselineFactor = 1,
}: EmissionBalance): number {
  return baseline * baselineFactor - project - leakage;
}
