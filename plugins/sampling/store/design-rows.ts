import type { Selectable } from 'kysely';
import type { Design } from '../design/compute-design.js';
import type { DesignRecord, DesignSummary } from './design-record.js';
import type { SamplingTables } from './tables.js';

export type DesignRow = Selectable<SamplingTables['sampling_designs']>;

/** Who decided about a design. */
export interface Decided {
  readonly verifier: string | null;
  readonly independent: boolean | null;
}

/** @param decided absent before a decision */
export function recordOf(row: DesignRow, decided: Decided | undefined): DesignRecord {
  const { projectId, profile, parameters, stratification, ...rest } = JSON.parse(row.document) as Design;
  return {
    designId: row.id,
    projectId,
    profile,
    parameters,
    stratification,
    verification: {
      status: row.status,
      verifier: decided?.verifier ?? null,
      independent: decided?.independent ?? null,
      timestamp: row.updated_at,
    },
    ...rest,
    createdAt: row.created_at,
    supersedes: row.supersedes,
    trail: row.trail_hash === null ? null : { length: row.trail_length, hash: row.trail_hash },
  };
}

export function summaryOf(row: DesignRow): DesignSummary {
  const { projectId, profile, parameters } = JSON.parse(row.document) as Design;
  return {
    designId: row.id,
    projectId,
    profile,
    population: parameters.population,
    calculatedSize: parameters.calculatedSize,
    adjustedSize: parameters.adjustedSize,
    status: row.status,
    createdAt: row.created_at,
  };
}

/** What people call a design. */
export function titleOf(row: DesignRow): string {
  const { projectId, parameters } = JSON.parse(row.document) as Design;
  const units = `${parameters.adjustedSize} of ${parameters.population}`;
  return projectId === null ? units : `${units}, ${projectId}`;
}
