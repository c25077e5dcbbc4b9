import { buffer } from 'node:stream/consumers';
import { canonicalJson, sha256Hex } from 'oracle-runtime/kit';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { loadDistributions } from '../distributions/load-distributions.js';
import { adjustmentSays } from '../er/adjustment-says.js';
import type { PeriodAnalysis } from '../periods/analyse-period.js';
import { dayOf } from '../periods/calendar.js';
import { drawnChances } from '../periods/inclusion-chances.js';
import { answeredOf, lowResponse, lowStrata, manyRefused } from '../periods/low-response.js';
import { measuredDays, oddValues } from '../periods/odd-values.js';
import {
  changesSince,
  type PeriodBasis,
  type Recomputation,
  readingLines,
  recomputePeriod,
} from '../periods/period-basis.js';
import { isOfDraw, type Reading } from '../periods/reading.js';
import { unitsOutOfUse } from '../periods/units-out-of-use.js';
import type { AnalysedPeriod } from '../service.js';
import type { DesignRecord } from '../store/design-record.js';
import type { Stored } from '../store/documents-store.js';
import { analysisHash, changedAnalysis } from '../trail/analysis-hash.js';
import { misfitsOf } from '../trail/draw-marks.js';
import type { JudgedSubmissions } from '../trail/judged-entry.js';
import type { UsedProtocol } from '../trail/protocol-marks.js';
import { entryOf } from '../trail/trail-chain.js';
import type {
  AnswersBeside,
  Deviation,
  ReadFrom,
  ReportsBeside,
  SilentUnits,
  TrailHead,
} from '../trail/trail-entry.js';
import { marksOf } from '../trail/trail-marks.js';
import { overlaps, stateOf } from '../trail/trail-state.js';
import { ownerOf, readerOf } from './designs.js';
import type { DrawOfPeriod } from './draw-of-period.js';
import { lineOf } from './line-of-designs.js';
import { assertNotRejected } from './not-rejected.js';
import type { SamplingService, StoredPeriod } from './sampling-service.js';

interface NewPeriod {
  readonly design: DesignRecord;
  readonly draw: Pick<DrawOfPeriod, 'selectionId' | 'elsewhere'> | undefined;
  readonly question: PeriodBasis['question'];
  readonly readings: readonly Reading[];
  readonly file: PeriodBasis['file'];
  readonly read: StoredPeriod['read'];
  readonly remarks: readonly string[];
  readonly deviations: readonly Deviation[];
  /** Drawn units without a row in these days; absent without a draw. */
  readonly silent?: SilentUnits | undefined;
  readonly judged?: JudgedSubmissions | undefined;
  readonly beside?: AnswersBeside | undefined;
  readonly reported?: ReportsBeside | undefined;
  readonly protocol?: Omit<UsedProtocol, 'sha256'> | undefined;
  readonly analysis: PeriodAnalysis;
  readonly reason: string | undefined;
}

/**
 * Keeps an analysis with all that it was computed from, and its entry in the trail. The same readings of the same days with
 * the same result, without a reason, are the analysis that is there.
 * @throws OracleError `conflict` for days that have a final analysis, without a reason
 */
export async function keepPeriod(
  service: SamplingService,
  principal: Principal,
  period: NewPeriod,
): Promise<Stored<StoredPeriod>> {
  const { design, draw, question, readings, file, read, remarks, deviations, silent, analysis, reason } =
    period;
  const { judged, protocol } = period;
  const { designId } = design;
  const selectionId = draw?.selectionId;
  const { from, to } = question;
  const today = dayOf(service.clock.now());
  const lines = readingLines(readings);
  const counted = readings.filter(isOfDraw);
  const readingsSha256 = sha256Hex(lines);
  // Before the transaction: a blob that no analysis names does no harm, an analysis without its readings would.
  await service.blobs.put(blobOf(readingsSha256), Buffer.from(lines, 'utf8'));
  const basis: PeriodBasis = { readingsSha256, rows: readings.length, file, author: principal.did, question };
  return service.trails.write(designId, async (trx, trail) => {
    const state = trail.state();
    const again = state.analyses.find(
      (each) =>
        each.from === from &&
        each.to === to &&
        each.selectionId === (selectionId ?? null) &&
        each.readingsSha256 === readingsSha256 &&
        each.analysisSha256 === analysisHash(analysis) &&
        each.protocol?.text === protocol?.text &&
        each.protocol?.devices?.sha256 === protocol?.devices?.sha256 &&
        canonicalJson(each.judged ?? null) === canonicalJson(judged ?? null),
    );
    const known = again && reason === undefined && (await service.periods.ofAnybody(again.periodId, trx));
    if (known) return known;
    const final = state.finals.find((each) => overlaps(each, question));
    if (final !== undefined && reason === undefined)
      throw new OracleError('conflict', {
        detail: `The days ${from} to ${to} have a final analysis: '${final.periodId}'.`,
        hint: 'Say in `reason` why they are analysed again; the answer then says what changed.',
        errors: [{ field: 'reason', message: `is required, because ${final.periodId} is final` }],
      });
    const earlier = state.analyses.filter((each) => overlaps(each, question));
    const last = final?.periodId ?? earlier.at(-1)?.periodId;
    const before = last === undefined ? undefined : await service.periods.ofAnybody(last, trx);
    const changes =
      before === undefined
        ? undefined
        : changesSince(
            before.id,
            { analysis: before.document.analysis, lines: await linesOf(service, before.document) },
            { analysis, lines },
          );
    const stored = await service.periods.create(
      principal.id,
      { design_id: designId, from_day: from },
      () => ({
        designId,
        ...(selectionId !== undefined && { selectionId }),
        ...(read && { read }),
        ...(remarks.length > 0 && { remarks }),
        analysis,
        basis,
        ...(changes && { changes }),
      }),
      trx,
    );
    await trail.append(principal.did, {
      kind: 'analysed',
      periodId: stored.id,
      from,
      to,
      analysis: earlier.length + 1,
      selectionId: selectionId ?? null,
      elsewhere: draw?.elsewhere ?? null,
      readingsSha256,
      rows: readings.length,
      file,
      analysisSha256: analysisHash(analysis),
      deviations,
      leftOut: unitsWith(readings, 'notDrawn'),
      stoodIn: unitsWith(readings, 'stoodIn'),
      silent: silent ?? null,
      // The devices of a protocol are those that measure, not those that are measured.
      outOfUse: protocol === undefined ? (unitsOutOfUse(counted, question) ?? null) : null,
      response: lowResponse(analysis.pooled) ?? null,
      strataResponse: lowStrata(analysis.strata ?? []),
      odd:
        oddValues(counted, {
          ...question,
          expectedMean: design.parameters.expectedMean,
          expectedSD: design.parameters.expectedSD,
          mean: analysis.pooled.mean,
        }) ?? null,
      belowZero: counted.filter(({ value }) => value !== null && value < 0).length,
      effect: question.effect === 'lowers' ? 'lowers' : null,
      ahead: readings.filter(({ date }) => date > today).length,
      days: measuredDays(counted, question) ?? null,
      judged: judged ?? null,
      beside: period.beside ?? null,
      reported: period.reported ?? null,
      protocol: protocol === undefined ? null : { ...protocol, sha256: sha256Hex(protocol.text) },
      outside: analysis.readings.outside,
      read: read === undefined ? null : readFrom(read),
      answered: answeredOf(analysis.pooled),
      refused: refusedOf(analysis),
      reason: reason ?? null,
    });
    return stored;
  });
}

/** Those who refused, where they are many. */
function refusedOf({ pooled, ifRefused }: PeriodAnalysis) {
  const many = manyRefused(pooled);
  if (many === undefined) return null;
  return { ...many, mean: ifRefused ? { low: digits(ifRefused.low), high: digits(ifRefused.high) } : null };
}

const digits = (mean: number) => String(Number(mean.toPrecision(4)));

/** Units with readings that do not count, for one of the reasons. */
function unitsWith(readings: readonly Reading[], why: 'notDrawn' | 'stoodIn'): number {
  return new Set(readings.flatMap((each) => (each[why] === true ? [each.unitId] : []))).size;
}

function readFrom({ columns, sheet, named = [] }: NonNullable<StoredPeriod['read']>): ReadFrom {
  return {
    valueColumn: columns.value ?? '',
    sheet: sheet ?? null,
    named: named.map((each) => ({ ...each })),
  };
}

/** A stored analysis as it stands now, with what the trail says of it. */
export async function viewPeriod(
  service: SamplingService,
  { id: periodId, createdAt, document }: Stored<StoredPeriod>,
): Promise<AnalysedPeriod> {
  const { designId, selectionId = null, read, remarks, analysis, basis, changes } = document;
  const links = await service.trails.read(designId);
  const entries = links.map(entryOf);
  const state = stateOf(entries);
  const entry = state.analyses.find((each) => each.periodId === periodId);
  const line = await lineOf(service, designId);
  const before = line
    .flatMap((design) => design.state.analyses)
    .filter(({ to }) => to < analysis.from)
    .sort((a, b) => (a.to < b.to ? 1 : -1))[0];
  const head = entry && links[entry.seq - 1];
  const marks = marksOf(entries).filter(({ seq }) => seq === entry?.seq);
  const draw = line
    .flatMap((design) => design.state.draws)
    .find((each) => each.selectionId === selectionId)?.entry;
  return {
    periodId,
    designId,
    selectionId,
    createdAt,
    ...(read && { read }),
    ...analysis,
    erAdjustment: analysis.erAdjustment && {
      ...analysis.erAdjustment,
      says: adjustmentSays(analysis.erAdjustment),
    },
    warnings: [
      ...changedAnalysis(entry, analysis),
      ...(remarks ?? []),
      ...analysis.warnings,
      ...(draw === undefined ? [] : misfitsOf(draw)),
      ...marks.map(({ mark }) => mark),
    ],
    panel: before === undefined ? 'first' : before.selectionId === selectionId ? 'kept' : 'fresh',
    analysisNumber: entry?.analysis ?? null,
    final: state.finals.some((final) => final.periodId === periodId),
    deviations: entry?.deviations ?? [],
    changes: changes ?? null,
    basis: basis ?? null,
    trail: entry && head ? { length: entry.seq, hash: head.hash } : null,
  };
}

/**
 * Declares an analysis the final one of its days.
 * @throws OracleError `not_found`; `conflict` when another one is final and no reason is given, and for a rejected design
 */
export async function declareFinal(
  service: SamplingService,
  principal: Principal,
  periodId: string,
  reason: string | undefined,
): Promise<AnalysedPeriod> {
  const stored = await service.periods.get(principal.id, periodId);
  const { designId, analysis } = stored.document;
  const design = await service.designs.get(ownerOf(principal), designId);
  assertNotRejected(design, 'no analysis of it is declared final');
  const { from, to } = analysis;
  await service.trails.write(designId, async (_, trail) => {
    const known = trail.state().finals.find((each) => overlaps(each, analysis));
    if (known?.periodId === periodId) return;
    if (known !== undefined && reason === undefined)
      throw new OracleError('conflict', {
        detail: `'${known.periodId}' is the final analysis of these days.`,
        hint: 'Say in `reason` why this one takes its place; both stay in the trail.',
        errors: [{ field: 'reason', message: `is required, because ${known.periodId} is final` }],
      });
    await trail.append(principal.did, {
      kind: 'finalised',
      periodId,
      from,
      to,
      supersedes: known?.periodId ?? null,
      reason: reason ?? null,
    });
  });
  return viewPeriod(service, stored);
}

/** The readings behind an analysis, as they are kept. @throws OracleError `not_found` */
export async function readingsBehind(
  service: SamplingService,
  principal: Principal,
  periodId: string,
): Promise<string> {
  const { document } = await seenPeriod(service, principal, periodId);
  const lines = await linesOf(service, document);
  if (lines !== undefined) return lines;
  throw new OracleError('not_found', {
    detail: `The analysis '${periodId}' is older than the keeping of readings.`,
    hint: 'Analyse the period again from its file.',
  });
}

/** Computes a stored analysis again. @throws OracleError `not_found` */
export async function recomputeStored(
  service: SamplingService,
  principal: Principal,
  periodId: string,
): Promise<Recomputation & { readonly periodId: string; readonly trail: TrailHead | null }> {
  const stored = await seenPeriod(service, principal, periodId);
  const lines = await readingsBehind(service, principal, periodId);
  const { analysis, basis, designId, selectionId } = stored.document;
  const draw = selectionId === undefined ? undefined : await service.selections.ofAnybody(selectionId);
  if (basis === undefined) throw new RangeError('Readings are kept with their basis.');
  const entry = stateOf((await service.trails.read(designId)).map(entryOf)).analyses.find(
    (each) => each.periodId === periodId,
  );
  const { trail } = await viewPeriod(service, stored);
  const result = recomputePeriod(
    analysis,
    basis,
    lines,
    draw && drawnChances(draw.document.record),
    await loadDistributions(),
  );
  const kept = entry === undefined || entry.readingsSha256 === basis.readingsSha256;
  if (kept) return { periodId, trail, ...result };
  const detail = `The trail has readings of the hash ${entry.readingsSha256} for this analysis: the record was changed since.`;
  return { periodId, trail, verdict: 'fail', detail, readingsSha256: result.readingsSha256 };
}

/** An analysis of one's own, or of a design that one may see. @throws OracleError `not_found` */
async function seenPeriod(
  { periods, designs }: SamplingService,
  principal: Principal,
  periodId: string,
): Promise<Stored<StoredPeriod>> {
  const found = await periods.ofAnybody(periodId);
  if (found === undefined) return periods.get(principal.id, periodId);
  await designs.get(readerOf(principal), found.document.designId);
  return found;
}

/** The readings behind a stored analysis; undefined for one that is older than their keeping. */
export async function linesOf(
  { blobs }: SamplingService,
  { basis }: StoredPeriod,
): Promise<string | undefined> {
  if (basis === undefined) return undefined;
  return (await buffer(await blobs.get(blobOf(basis.readingsSha256)))).toString('utf8');
}

function blobOf(sha256: string): string {
  return `readings/${sha256}`;
}
