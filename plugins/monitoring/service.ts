import { defineService, type Principal } from 'oracle-runtime/plugin';
import type { UseReport } from './use/use-report.js';
import type { WeekSlot } from './use/week-of-use.js';

export type { UseReport, WeekSlot };

/** A report of stove use as it is kept. */
export interface KeptUseReport extends UseReport {
  readonly reportId: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/**
 * Reports of stove use on behalf of a principal who holds the scope `monitoring`. Every method throws OracleError
 * `forbidden` without it, and `not_found` for what is not there or somebody else's.
 */
export interface StoveUseService {
  report(principal: Principal, reportId: string): Promise<KeptUseReport>;
  /** The reports of one design, newest first, at most 100. */
  ofDesign(principal: Principal, designId: string): Promise<readonly KeptUseReport[]>;
}

/** Reads what was found of stove use. */
export const StoveUse = defineService<StoveUseService>()('monitoring', 'stove-use');
