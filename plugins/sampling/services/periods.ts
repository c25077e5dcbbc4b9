import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { loadDistributions } from '../distributions/load-distributions.js';
import { analysePeriod, type PeriodAnalysis, type PeriodPlan } from '../periods/analyse-period.js';
import { periodDays } from '../periods/calendar.js';
import { type ReadingColumns, readReadings } from '../periods/read-readings.js';
import { dropReason, type Reading } from '../periods/reading.js';
import type { DesignRecord } from '../store/design-record.js';
import { readerOf } from './designs.js';
import type { SamplingService } from './sampling-service.js';

export interface PeriodRequest {
  /** The design that was monitored; gives plan and rules. */
  readonly designId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** In the place of both days: `2024-Q1`. */
  readonly monitoringPeriod?: string | undefined;
  /** CSV text, or rows. */
  readonly csv?: string | undefined;
  readonly columns?: ReadingColumns | undefined;
  readonly readings?:
    | readonly {
        readonly unitId: string;
        readonly date: string;
        readonly value?: number | null | undefined;
        readonly stratum?: string | undefined;
        readonly status?: string | undefined;
      }[]
    | undefined;
  readonly effect?: 'raises' | 'lowers' | undefined;
}

export interface StoredAnalysis extends PeriodAnalysis {
  readonly periodId: string;
  readonly designId: string;
  readonly createdAt: string;
}

/** Analyses a period of a design and keeps the analysis. @throws OracleError as `analysePeriod`, and `not_found` */
export async function analyseDesignPeriod(
  service: SamplingService,
  principal: Principal,
  request: PeriodRequest,
): Promise<StoredAnalysis> {
  const design = await service.designs.get(readerOf(principal), request.designId);
  const { parameters, profile } = design;
  const days = daysOf(request);
  const analysis = analysePeriod(
    {
      ...days,
      readings: await readingsOf(request),
      plan: planOf(design),
      parameterType: parameters.parameterType,
      confidence: parameters.confidence,
      precision: parameters.precision,
      criticalValue: parameters.criticalValue,
      designEffect: parameters.designEffect,
      missRule: service.profiles.find(profile)?.missRule ?? design.erAdjustment.rule,
      effect: request.effect,
    },
    await loadDistributions(),
  );
  const { id, createdAt } = await service.periods.create(
    principal.id,
    { design_id: design.designId, from_day: days.from },
    () => ({ designId: design.designId, analysis }),
  );
  return { periodId: id, designId: design.designId, createdAt, ...analysis };
}

function daysOf({ from, to, monitoringPeriod }: PeriodRequest): { from: string; to: string } {
  if (monitoringPeriod !== undefined && from === undefined && to === undefined) {
    const days = periodDays(monitoringPeriod);
    if (days !== undefined) return days;
    throw invalid(
      'monitoringPeriod',
      `'${monitoringPeriod}' is no period: write 2024-Q1, 2024-H1, 2024-03 or 2024`,
    );
  }
  if (from === undefined || to === undefined || monitoringPeriod !== undefined)
    throw invalid('from', 'give from and to, or a monitoringPeriod such as 2024-Q1');
  return { from, to };
}

async function readingsOf({ csv, columns, readings }: PeriodRequest): Promise<readonly Reading[]> {
  if ((csv === undefined) === (readings === undefined))
    throw invalid('readings', 'give either readings or csv');
  if (csv !== undefined) return (await readReadings(csv, columns)).readings;
  return (readings ?? []).map(({ unitId, date, value = null, stratum, status = '' }) => ({
    unitId: unitId.normalize('NFC').trim(),
    date,
    value,
    stratum,
    reason: dropReason(status) ?? (value === null ? 'invalid value' : undefined),
  }));
}

function planOf({ parameters, stratification }: DesignRecord): PeriodPlan {
  return {
    population: parameters.population,
    planned: parameters.adjustedSize,
    strata: stratification?.strata.map(({ name, population, sampleSize }) => ({
      name,
      population,
      planned: sampleSize,
    })),
  };
}

function invalid(field: string, message: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${field}: ${message}.`,
    errors: [{ field, message }],
  });
}
