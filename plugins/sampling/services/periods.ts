import type { Principal } from 'oracle-runtime/plugin';
import { loadDistributions } from '../distributions/load-distributions.js';
import { analysePeriod, type PeriodPlan } from '../periods/analyse-period.js';
import { periodDays } from '../periods/calendar.js';
import { readingsOfDraw, silentUnits } from '../periods/drawn-units.js';
import { factorsOfValues } from '../periods/factors-of-values.js';
import { drawnChances } from '../periods/inclusion-chances.js';
import { judgedSubmissions } from '../periods/judged-submissions.js';
import type { PeriodBasis } from '../periods/period-basis.js';
import type { ReadingOptions, ReadingsRead } from '../periods/read-readings.js';
import { reasonOfCall } from '../periods/reading.js';
import type { FrameStratum } from '../registry/read-frame.js';
import type { SelectionRecord } from '../selection/selection-record.js';
import { strataOfRegistry, weighedPopulations } from '../selection/strata-of-registry.js';
import type { AnalysedPeriod, PeriodReading, PeriodReadings } from '../service.js';
import type { DesignRecord } from '../store/design-record.js';
import { entryOf } from '../trail/trail-chain.js';
import { answersOfOtherDays } from './answers-of-other-days.js';
import { ownerOf, readerOf } from './designs.js';
import { devicesOfDraw } from './devices-of-draw.js';
import { type DrawOfPeriod, drawOfPeriod } from './draw-of-period.js';
import { givenReadings } from './given-readings.js';
import { answersBeside } from './held-answers.js';
import { heldBeside, sealOfLine, unitsOf } from './held-beside.js';
import { kinOf } from './held-of-homes.js';
import { reportsBeside } from './held-reports.js';
import { invalidField } from './invalid-field.js';
import { keepPeriod } from './keep-period.js';
import { lineOf } from './line-of-designs.js';
import type { SamplingService } from './sampling-service.js';
import { listedStrata, strataInRegistry } from './strata-in-registry.js';
import { valuesAgain } from './values-again.js';
import { viewPeriod } from './view-period.js';

export interface PeriodRequest
  extends Pick<
      PeriodReadings,
      'designId' | 'selectionId' | 'effect' | 'submissions' | 'protocol' | 'factors'
    >,
    Omit<ReadingOptions, 'of'> {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** In the place of both days: `2024-Q1`. */
  readonly monitoringPeriod?: string | undefined;
  /** A table as text or as the bytes of a file, the path of a kept file, or rows. */
  readonly csv?: string | Uint8Array | undefined;
  readonly path?: string | undefined;
  readonly readings?: readonly PeriodReading[] | undefined;
  /** Why readings deviate from the draw, or why days are analysed again that have a final analysis. */
  readonly reason?: string | undefined;
}

/**
 * How a file of readings would be read; nothing is analysed or kept.
 * @throws OracleError as `readReadings`, and `invalid_request` for readings that come as rows: they need no reading
 */
export async function previewReadings(
  service: SamplingService,
  principal: Principal,
  request: PeriodRequest,
): Promise<ReadingsRead> {
  const { parameters } = await service.designs.get(readerOf(principal), request.designId);
  const { read } = await givenReadings(service, principal, request, parameters);
  if (read === undefined)
    throw invalidField('preview', 'shows how a file is read; these readings come as rows');
  return read;
}

/** Analyses a period of a design and keeps the analysis. @throws OracleError as `analysePeriod`, and `not_found` */
export async function analyseDesignPeriod(
  service: SamplingService,
  principal: Principal,
  request: PeriodRequest,
): Promise<AnalysedPeriod> {
  // To verify is to read: an analysis stands in the trail of the owner for good.
  const design = await service.designs.get(ownerOf(principal), request.designId);
  const { parameters } = design;
  const standard = service.profiles.find(design.profile);
  const days = daysOf(request);
  const {
    readings: given,
    read,
    remarks,
    file,
    beside: besideInFile,
  } = await givenReadings(service, principal, request, parameters);
  const draw = await drawOfPeriod(service, principal, request.selectionId, design);
  const { readings, deviations } =
    draw === undefined
      ? { readings: given, deviations: [] }
      : readingsOfDraw(given, {
          strata: draw.record.strata,
          inRegistry: await strataInRegistry(service, design, draw),
          called: draw.called,
          ...days,
          drawnOn: draw.drawnOn,
          reason: request.reason,
        });
  const question: PeriodBasis['question'] = {
    ...days,
    plan: {
      ...planOf(design, draw?.record, draw && (await listedStrata(service, draw))),
      ...(draw && lostBefore(draw, days.from)),
    },
    parameterType: parameters.parameterType,
    confidence: parameters.confidence,
    precision: parameters.precision,
    criticalValue: parameters.criticalValue,
    designEffect: parameters.designEffect,
    missRule: standard?.missRule ?? design.erAdjustment.rule,
    minima: standard,
    proportionInterval: standard?.proportionInterval,
    effect: request.effect,
  };
  // What phones sent and devices recorded is of its own measure, and nobody wrote it.
  const isTyped = request.submissions === undefined && request.protocol === undefined;
  const behind = judgedSubmissions(
    request.submissions ?? [],
    await editedSubmissions(service, design.designId),
  );
  const kin = await kinOf(service, principal, design, draw);
  const again =
    draw && parameters.parameterType === 'mean'
      ? await valuesAgain(service, kin.line, { ...days, readings })
      : undefined;
  const beside =
    draw &&
    (await heldBeside(service, principal, kin, draw, {
      ...days,
      readings,
      isTyped,
      besideInFile,
      column: read?.columns.value,
    }));
  const chances = draw && drawnChances(draw.record);
  const analysis = analysePeriod({ ...question, readings, chances }, await loadDistributions());
  const stored = await keepPeriod(service, principal, {
    design,
    draw,
    question,
    readings,
    file,
    read,
    remarks,
    deviations,
    ...(draw && {
      silent: silentUnits(readings, {
        ...days,
        strata: draw.record.strata,
        called: draw.called,
        heard: behind.heard,
      }),
    }),
    judged: behind.judged,
    ...(isTyped && {
      beside:
        draw &&
        (await answersBeside(service, [...kin.line, ...kin.ofTheseHomes], {
          ...days,
          readings,
          units: unitsOf(draw),
        })),
      reported: await reportsBeside(service, principal, design.designId, { ...days, readings }),
    }),
    ...(draw !== undefined &&
      request.protocol === undefined && {
        otherDays: await answersOfOtherDays(
          service,
          { designId: design.designId, more: kin.ofTheseHomes },
          {
            ...days,
            readings,
            units: unitsOf(draw),
            drawnOn: draw.drawnOn,
            typed: isTyped,
          },
        ),
      }),
    again: again?.again,
    held: beside?.held,
    notLooked: (again?.left ?? 0) + (beside?.left ?? 0),
    factors: request.factors && factorsOfValues(request.factors),
    protocol: await protocolBehind(service, request.protocol, draw),
    sealedBefore:
      draw && request.protocol === undefined
        ? await sealOfLine(
            service,
            kin.line.filter((id) => id !== design.designId),
          )
        : undefined,
    analysis,
    reason: request.reason,
  });
  return viewPeriod(service, stored);
}

/** By which settings and from which devices the readings are; undefined where a person read them. */
async function protocolBehind(
  service: SamplingService,
  protocol: PeriodRequest['protocol'],
  draw: DrawOfPeriod | undefined,
) {
  if (protocol === undefined) return undefined;
  const { devices, ...rest } = protocol;
  return { ...rest, ...(devices && { devices: await devicesOfDraw(service, devices, draw) }) };
}

/** Submissions that were changed on a phone and sent again, as the trails of a line of designs tell it, and nobody judged since. */
async function editedSubmissions(service: SamplingService, designId: string): Promise<Set<string>> {
  const edited = new Set<string>();
  for (const design of (await lineOf(service, designId)).reverse())
    for (const entry of (await service.trails.read(design.designId)).map(entryOf)) {
      if (entry.kind !== 'judged') continue;
      if (entry.changedBy === undefined) edited.delete(entry.submissionId);
      else edited.add(entry.submissionId);
    }
  return edited;
}

function daysOf({ from, to, monitoringPeriod }: PeriodRequest): { from: string; to: string } {
  if (monitoringPeriod === undefined) {
    if (from !== undefined && to !== undefined) return { from, to };
    throw invalidField('from', 'give from and to, or a monitoringPeriod such as 2024-Q1');
  }
  const days = periodDays(monitoringPeriod);
  if (days === undefined)
    throw invalidField(
      'monitoringPeriod',
      `'${monitoringPeriod}' is no period: write 2024-Q1, 2024-H1, 2024-03 or 2024`,
    );
  if ((from ?? days.from) === days.from && (to ?? days.to) === days.to) return days;
  throw invalidField(
    'monitoringPeriod',
    `${monitoringPeriod} is ${days.from} to ${days.to}, and from and to say other days: give one of the two`,
  );
}

/**
 * The sample that was to be monitored: strata as designed, weighed as the registry has them, or else as drawn, for they
 * may have had different chances. Of a registry with more units than the design says the registry counts: a small
 * population would make the interval short.
 * @param listed strata of the registry
 */
function planOf(
  { parameters, stratification }: DesignRecord,
  drawn: SelectionRecord | undefined,
  listed: readonly FrameStratum[] | undefined,
): PeriodPlan {
  const { population: designed, adjustedSize } = parameters;
  const drawnIn = (name: string) =>
    drawn?.strata.find((each) => each.name?.toLowerCase() === name.toLowerCase())?.selected.length ?? 0;
  const all = drawn?.strata.reduce((sum, { selected }) => sum + selected.length, 0) ?? 0;
  const larger = drawn !== undefined && drawn.frame.size > designed;
  const plan = {
    population: larger ? drawn.frame.size : designed,
    // All who were drawn are asked, however few of them the design needs: of more, the best could be taken.
    planned: Math.max(adjustedSize, all),
    expectedDropout: parameters.dropoutRate,
  };
  if (stratification !== null) {
    const found = drawn && strataOfRegistry(stratification.strata, drawn, listed);
    const populations = found && weighedPopulations(stratification.strata, found);
    return {
      ...plan,
      scope: stratification.scope,
      strata: stratification.strata.map(({ name, population, sampleSize }, h) => ({
        name,
        population: populations?.[h] ?? population,
        planned: Math.max(sampleSize, drawnIn(name)),
      })),
    };
  }
  const strata = drawn?.strata.flatMap(({ name, frameSize, selected }) =>
    name === null ? [] : [{ name, population: frameSize, planned: selected.length }],
  );
  return strata === undefined || strata.length === 0 ? plan : { ...plan, strata };
}

/**
 * Units that were replaced for this period: what an analysis of earlier days knew when it was made belongs to those.
 * A plan without any stays as it was before replacements counted, so that older analyses give the same figures again.
 */
function lostBefore({ called, analyses }: DrawOfPeriod, from: string): Pick<PeriodPlan, 'replaced'> {
  const known = analyses.flatMap(({ to, at }) => (to < from ? at : []));
  const replaced = called
    .filter(({ at }) => !known.some((analysed) => at <= analysed))
    .map(({ unitId, stratum, reason }) => ({
      unitId,
      stratum: stratum ?? undefined,
      reason: reasonOfCall(reason),
    }));
  return replaced.length === 0 ? {} : { replaced };
}
