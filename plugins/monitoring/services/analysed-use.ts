import type { FileRead } from '../logger-files/read-logger-file.js';
import type { KeptUseReport } from '../service.js';
import type { HouseholdUse } from '../use/household-use.js';
import type { SensorUse } from '../use/sensor-use.js';

/** What was analysed for a design, of which the facts of its trail are taken. */
export interface AnalysedUse {
  readonly stove: string;
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Units that are or were asked; their devices alone count here. */
  readonly homes: ReadonlySet<string>;
  readonly households: readonly HouseholdUse[];
  readonly uses: readonly SensorUse[];
  readonly files: readonly FileRead[];
  /** Reports of the owner and of the design. */
  readonly reports: readonly KeptUseReport[];
}
