import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { loadDistributions } from '../distributions/load-distributions.js';
import { openKeptFile } from '../files/open-kept-file.js';
import { analysePeriod, type PeriodPlan } from '../periods/analyse-period.js';
import { periodDays } from '../periods/calendar.js';
import { readingsOfDraw } from '../periods/drawn-units.js';
import { drawnChances } from '../periods/inclusion-chances.js';
import { type ReadingOptions, type ReadingsRead, readReadings } from '../periods/read-readings.js';
import type { Reading } from '../periods/reading.js';
import { requestReadings } from '../periods/request-readings.js';
import type { SelectionRecord } from '../selection/selection-record.js';
import type { AnalysedPeriod, PeriodReading, PeriodReadings } from '../service.js';
import type { DesignRecord } from '../store/design-record.js';
import type { Stored } from '../store/documents-store.js';
import { readerOf } from './designs.js';
import type { SamplingService, StoredPeriod, StoredSelection } from './sampling-service.js';

export interface PeriodRequest
  extends Pick<PeriodReadings, 'designId' | 'selectionId' | 'effect'>,
    ReadingOptions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** In the place of both days: `2024-Q1`. */
  readonly monitoringPeriod?: string | undefined;
  /** A table as text or as the bytes of a file, the path of a kept file, or rows. */
  readonly csv?: string | Uint8Array | undefined;
  readonly path?: string | undefined;
  readonly readings?: readonly PeriodReading[] | undefined;
}

/** A stored analysis with its place. */
export function storedAnalysis({ id, createdAt, document }: Stored<StoredPeriod>): AnalysedPeriod {
  const { designId, selectionId = null, read, analysis } = document;
  return { periodId: id, designId, selectionId, createdAt, ...(read && { read }), ...analysis };
}

/** Analyses a period of a design and keeps the analysis. @throws OracleError as `analysePeriod`, and `not_found` */
export async function analyseDesignPeriod(
  service: SamplingService,
  principal: Principal,
  request: PeriodRequest,
): Promise<AnalysedPeriod> {
  const design = await service.designs.get(readerOf(principal), request.designId);
  const { parameters } = design;
  const standard = service.profiles.find(design.profile);
  const days = daysOf(request);
  const { readings: given, read, remarks } = await readingsOf(service, principal, request);
  const draw = await drawOf(service, principal, request.selectionId, design, given);
  const analysis = analysePeriod(
    {
      ...days,
      readings: draw === undefined ? given : readingsOfDraw(given, draw.document.record),
      plan: planOf(design, draw?.document.record),
      chances: draw && drawnChances(draw.document.record),
      parameterType: parameters.parameterType,
      confidence: parameters.confidence,
      precision: parameters.precision,
      criticalValue: parameters.criticalValue,
      designEffect: parameters.designEffect,
      missRule: standard?.missRule ?? design.erAdjustment.rule,
      minima: standard,
      proportionInterval: standard?.proportionInterval,
      effect: request.effect,
    },
    await loadDistributions(),
  );
  const stored = await service.periods.create(
    principal.id,
    { design_id: design.designId, from_day: days.from },
    () => ({
      designId: design.designId,
      ...(draw && { selectionId: draw.id }),
      ...(read && { read }),
      analysis: { ...analysis, warnings: [...remarks, ...analysis.warnings] },
    }),
  );
  return storedAnalysis(stored);
}

/**
 * The draw that says which units count and in which stratum: the one that is named, else the design's only one
 * when its strata are needed and no reading names one.
 */
async function drawOf(
  service: SamplingService,
  principal: Principal,
  selectionId: string | undefined,
  design: DesignRecord,
  readings: readonly Reading[],
): Promise<Stored<StoredSelection> | undefined> {
  const { selections } = service;
  const owner = principal.id;
  const placed = readings.some(({ stratum }) => stratum !== undefined && stratum !== '');
  if (selectionId === undefined && (design.stratification === null || placed)) return undefined;
  const designs = await lineage(service, principal, design);
  if (selectionId === undefined) {
    for (const id of designs) {
      const { items } = await selections.list(owner, { limit: 2 }, { design_id: id });
      if (items.length > 1)
        throw invalid(
          'selectionId',
          'is needed: the units were drawn more than once, and no reading names its stratum',
        );
      if (items[0] !== undefined) return items[0];
    }
    return undefined;
  }
  const draw = await selections.get(owner, selectionId);
  const drawnFor = draw.document.record.designId;
  if (designs.includes(drawnFor)) return draw;
  throw new OracleError('conflict', {
    detail: `The selection '${selectionId}' was not drawn for this design or one that it recalculates.`,
    errors: [{ field: 'selectionId', message: `was drawn for ${drawnFor}` }],
  });
}

/** A design and those that it recalculates, newest first: their draw goes on. */
async function lineage(
  { designs }: SamplingService,
  principal: Principal,
  design: DesignRecord,
): Promise<string[]> {
  const ids = [design.designId];
  for (let at = design.supersedes; at !== null; ) {
    ids.push(at);
    at = (await designs.get(readerOf(principal), at)).supersedes;
  }
  return ids;
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

/** Readings as they were given, and how a file of them was understood. */
interface GivenReadings {
  readonly readings: readonly Reading[];
  readonly read?: ReadingsRead;
  readonly remarks: readonly string[];
}

/** @throws OracleError as `readReadings` and `requestReadings`, and `invalid_request` unless they come in one way */
async function readingsOf(
  { files }: SamplingService,
  principal: Principal,
  { csv, path, readings, columns, sheet, decimal }: PeriodRequest,
): Promise<GivenReadings> {
  if ([csv, path, readings].filter((given) => given !== undefined).length !== 1)
    throw invalid('readings', 'give one of readings, csv and path');
  if (readings !== undefined) return requestReadings(readings);
  const options = { columns, sheet, decimal };
  const given =
    path === undefined
      ? await readReadings(csv ?? '', options)
      : await readReadings((await openKeptFile(files, principal, path, 'path')).open(), options, 'path');
  return { ...given, remarks: given.read.remarks };
}

/** The sample that was to be monitored: strata as designed, or else as drawn, for they may have had different chances. */
function planOf(
  { parameters, stratification }: DesignRecord,
  drawn: SelectionRecord | undefined,
): PeriodPlan {
  const plan = { population: parameters.population, planned: parameters.adjustedSize };
  if (stratification !== null)
    return {
      ...plan,
      scope: stratification.scope,
      strata: stratification.strata.map(({ name, population, sampleSize }) => ({
        name,
        population,
        planned: sampleSize,
      })),
    };
  const strata = drawn?.strata.flatMap(({ name, frameSize, selected }) =>
    name === null ? [] : [{ name, population: frameSize, planned: selected.length }],
  );
  return strata === undefined || strata.length === 0 ? plan : { ...plan, strata };
}

function invalid(field: string, message: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${field}: ${message}.`,
    errors: [{ field, message }],
  });
}
