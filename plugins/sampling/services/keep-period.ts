import { canonicalJson, sha256Hex } from 'oracle-runtime/kit';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { PeriodAnalysis } from '../periods/analyse-period.js';
import { dayOf } from '../periods/calendar.js';
import { despiteStatus } from '../periods/despite-status.js';
import { extraDays } from '../periods/extra-days.js';
import { ifLost, lostUnits } from '../periods/lost-units.js';
import { answeredOf, lowResponse, lowStrata, manyRefused } from '../periods/low-response.js';
import { measuredDays, oddValues } from '../periods/odd-values.js';
import { changesSince, type PeriodBasis, readingLines } from '../periods/period-basis.js';
import { isOfDraw, type Reading } from '../periods/reading.js';
import { rowsWithoutValue } from '../periods/rows-without-value.js';
import { saidByExport } from '../periods/said-by-export.js';
import { unitsOutOfUse } from '../periods/units-out-of-use.js';
import type { DesignRecord } from '../store/design-record.js';
import type { Stored } from '../store/documents-store.js';
import type {
  AnalysedEntry,
  AnswersBeside,
  AnswersElsewhere,
  Deviation,
  ReadFrom,
  ReportsBeside,
  SilentUnits,
  ValuesAgain,
} from '../trail/analysed-entry.js';
import { analysisHash } from '../trail/analysis-hash.js';
import type { HeldFact } from '../trail/held-marks.js';
import type { JudgedSubmissions } from '../trail/judged-entry.js';
import type { UsedProtocol } from '../trail/protocol-marks.js';
import { overlaps } from '../trail/trail-state.js';
import type { DrawOfPeriod } from './draw-of-period.js';
import { blobOf, linesOf } from './period-lines.js';
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
  readonly otherDays?: AnswersElsewhere | undefined;
  readonly held?: readonly HeldFact[] | undefined;
  readonly notLooked?: number | undefined;
  readonly sealedBefore?: AnalysedEntry['sealedBefore'] | undefined;
  readonly reported?: ReportsBeside | undefined;
  readonly again?: ValuesAgain | undefined;
  readonly factors?: AnalysedEntry['factors'];
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
      otherDays: period.otherDays ?? null,
      held: period.held ?? null,
      notLooked: period.notLooked ?? 0,
      sealedBefore: period.sealedBefore ?? null,
      despite: despiteStatus(counted, question) ?? null,
      extraDays: protocol === undefined ? (extraDays(counted, question) ?? null) : null,
      mean: analysis.pooled.mean === null ? null : digits(analysis.pooled.mean),
      emptyRows: rowsWithoutValue(counted, question) ?? null,
      lost: lostUnits(analysis, counted, question) ?? null,
      ifLost: ifLost(analysis, counted, question) ?? null,
      reported: period.reported ?? null,
      exported: saidByExport(counted, question) ?? null,
      again: period.again ?? null,
      factors: period.factors ?? null,
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
