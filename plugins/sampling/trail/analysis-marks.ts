import { oneLine } from 'oracle-runtime/kit';
import { percent } from '../design/percent.js';
import type {
  AnswersBeside,
  ExtraDays,
  LowResponse,
  ReportsBeside,
  SaidByExport,
  SilentUnits,
  ValuesAgain,
  ValuesDespiteStatus,
} from './analysed-entry.js';
import { because } from './because.js';
import { oddValueMarks } from './odd-value-marks.js';
import type { TrailEntry } from './trail-entry.js';
import { overlaps } from './trail-state.js';

/** Characters of the name of a column that are shown. */
const SHOWN = 60;
/** Analyses of the same days whose means are told. */
const MEANS_SHOWN = 6;
/** As a part of all rows: fewer change a mean little. */
const MANY_ROWS = 0.1;
/** As a part of all answers: fewer are slips that a review mends. */
const FEW_EDITS = 0.05;

type Analysed = Extract<TrailEntry, { kind: 'analysed' }>;

/** What stands out in an analysis of readings. @param earlier the analyses before it */
export function analysisMarks(entry: Analysed, earlier: readonly Analysed[] = []): string[] {
  const {
    analysis,
    from,
    to,
    deviations,
    silent,
    outOfUse,
    response,
    effect,
    ahead = 0,
    outside = 0,
    reason,
  } = entry;
  const {
    selectionId,
    elsewhere,
    strataResponse = [],
    belowZero = 0,
    rows,
    odd,
    leftOut = 0,
    stoodIn = 0,
    refused,
    lost,
    emptyRows,
  } = entry;
  const strangers = strangersIn(entry);
  return [
    ...(analysis > 1
      ? [`Analysis ${analysis} of the days ${from} to ${to}${because(reason)}${meansBefore(entry, earlier)}`]
      : []),
    ...(elsewhere === undefined || elsewhere === null
      ? []
      : elsewhere.marks.map((mark) => `${selectionId}, a draw of ${elsewhere.designId}: ${mark}`)),
    ...(silent === undefined || silent === null
      ? []
      : [
          `${silent.units} drawn units have no row in the days ${from} to ${to}, neither a value nor a reason: ${listed(silent)}.`,
        ]),
    ...(outOfUse === undefined || outOfUse === null
      ? []
      : [
          `${outOfUse.rows} rows of ${outOfUse.units} units (${listed(outOfUse)}) say that the device is broken or out of use, without a value: a stove out of use counts as 0 for use, and leaving it out raises the mean.`,
        ]),
    ...(response === undefined || response === null ? [] : [lowResponseMark(response)]),
    ...(emptyRows === undefined || emptyRows === null || emptyRows.rows <= MANY_ROWS * emptyRows.of
      ? []
      : [
          `${emptyRows.rows} of ${emptyRows.of} rows of units with values of several days have none (${reasonsOf(emptyRows.reasons)}): of many days the best could be kept.`,
        ]),
    ...(lost === undefined || lost === null
      ? []
      : [
          `${lost.valid} of ${lost.asked} units that were asked gave a value, and the design plans to lose ${percent(Number(lost.planned))}: had all who are missing nothing or the highest value, the mean were about ${lost.low} or ${lost.high}.`,
        ]),
    ...(refused === undefined || refused === null
      ? []
      : [
          `${refused.units} of ${refused.asked} units that were asked refused (${percent(refused.units / refused.asked)}): no figure says what they would have, and whoever chose them could choose the mean.${refused.mean ? ` Had all of them nothing or the highest value, it were ${refused.mean.low} or ${refused.mean.high}.` : ''}`,
        ]),
    ...strataResponse.map(({ stratum, ...low }) => `Stratum ${stratum}: ${lowResponseMark(low)}`),
    ...despiteMarks(entry.despite),
    ...extraMarks(entry.extraDays),
    ...exportMarks(entry.exported),
    ...againMarks(entry.again),
    ...besideMarks(entry.beside),
    ...reportedMarks(entry.reported),
    ...oddValueMarks(odd),
    ...(belowZero === 0
      ? []
      : [`${belowZero} of ${rows} readings are below 0 and count as they stand${because(reason)}`]),
    ...(effect === 'lowers'
      ? [
          'A larger value is said to lower the reductions, so the upper bound would count; the design plans with the lower bound.',
        ]
      : []),
    ...(ahead === 0
      ? []
      : [`${ahead} readings are of days after ${entry.at.slice(0, 10)}, when they were analysed.`]),
    ...(outside === 0
      ? []
      : [
          `${outside} of ${rows} readings are of days outside ${from} to ${to} and do not count: of many days the best could be taken.`,
        ]),
    ...(entry.read?.named ?? []).map(
      ({ role, column, guessed }) =>
        `The ${role === 'unitId' ? 'unit' : role} is read from the column "${oneLine(column, SHOWN)}", which was named in the place of "${oneLine(guessed, SHOWN)}".`,
    ),
    ...(to < entry.at.slice(0, 10)
      ? []
      : [`The days ${from} to ${to} were not over when they were analysed.`]),
    ...deviations.map(
      ({ kind, readings, units, examples }) =>
        `${readings} readings of ${units} units (${listed({ units, examples })}) deviate: ${kind}${because(reason)}`,
    ),
    ...(leftOut === 0
      ? []
      : [`${leftOut} units with readings were not drawn or called: no figure of this analysis counts them.`]),
    ...(stoodIn === 0
      ? []
      : [
          `${stoodIn} replaced units have values beside those of their stand-ins: no figure of this analysis counts the replaced ones.`,
        ]),
    ...(strangers === 0
      ? []
      : [
          `${strangers} units that were not drawn or called count in every figure of this analysis as if they had been: analyse the days again.`,
        ]),
  ];
}

/** The means of analyses of these days before, beside that of this one: of several the one that pleases could be taken. */
function meansBefore({ from, to, mean, reason }: Analysed, earlier: readonly Analysed[]): string {
  const told = earlier
    .filter((each) => overlaps(each, { from, to }) && typeof each.mean === 'string')
    .map((each) => `${each.mean} in ${each.periodId} of ${each.from} to ${each.to}`);
  if (told.length === 0 || typeof mean !== 'string') return '';
  const more = told.length > MEANS_SHOWN ? `, … (${told.length} in all)` : '';
  const end = reason === null || /[.!?]$/.test(reason) ? '' : '.';
  return `${end} The mean is ${mean}, and was ${told.slice(0, MEANS_SHOWN).join(', ')}${more}.`;
}

/** Units that were not drawn or called and count in the figures, as they did in analyses of before. */
export function strangersIn({
  deviations,
  leftOut = 0,
}: Pick<Extract<TrailEntry, { kind: 'analysed' }>, 'deviations' | 'leftOut'>): number {
  const deviating = deviations.reduce(
    (sum, { kind, units }) => (kind === 'not drawn' || kind === 'replacement not called' ? sum + units : sum),
    0,
  );
  return Math.max(0, deviating - leftOut);
}

function besideMarks(beside: AnswersBeside | null | undefined): string[] {
  if (beside === undefined || beside === null) return [];
  const { answers, units, differ, byNoPhone = null } = beside;
  return [
    ...(differ === 0
      ? []
      : [
          `${answers} answers of phones of ${units} of these units and days came in to this oracle, and other readings were handed in: those of ${differ} units have none of the values that came in.`,
        ]),
    ...(byNoPhone === null || byNoPhone.units <= MANY_ROWS * byNoPhone.of
      ? []
      : [
          `Of ${byNoPhone.units} of ${byNoPhone.of} units with a value no phone sent an answer of these days, and of the others one came in: the mean is ${byNoPhone.mean} of these${byNoPhone.others === null ? '' : `, and ${byNoPhone.others} of the others`}.`,
        ]),
  ];
}

function exportMarks(exported: SaidByExport | null | undefined): string[] {
  if (exported === undefined || exported === null) return [];
  const { edited, sentBefore } = exported;
  const means = ({ mean, others }: NonNullable<SaidByExport['edited']>) =>
    `their mean is ${mean}${others === null ? '' : `, that of the others ${others}`}`;
  return [
    ...(edited === null || edited.answers <= FEW_EDITS * edited.of
      ? []
      : [
          `${edited.answers} of ${edited.of} answers were changed after they came in, as the program of the form says: ${means(edited)}.`,
        ]),
    ...(sentBefore === null
      ? []
      : [
          `${sentBefore.answers} of ${sentBefore.of} answers came in before the day that they are of, as the program of the form says: ${means(sentBefore)}.`,
        ]),
  ];
}

function againMarks(again: ValuesAgain | null | undefined): string[] {
  if (again === undefined || again === null) return [];
  const { periodId, from, to, units, of, by, correlation } = again;
  const how =
    'factor' in by
      ? `${by.factor} times the value`
      : Number(by.difference) === 0
        ? 'exactly the value'
        : `the value and ${by.difference} more`;
  return [
    `${units} of ${of} units with a value in both have ${correlation === undefined ? '' : 'nearly '}${how} that they have in ${periodId}, of ${from} to ${to}${correlation === undefined ? '' : `, more closely than homes keep what they do (correlation ${correlation})`}: it may have been handed in again.`,
  ];
}

function despiteMarks(despite: ValuesDespiteStatus | null | undefined): string[] {
  if (despite === undefined || despite === null) return [];
  const { rows, of, units, reasons, mean, others } = despite;
  return [
    `${rows} of ${of} values, of ${units} units, stand beside a status that says that there is none (${reasonsOf(reasons)}), and count: their mean is ${mean}${others === null ? '' : `, that of the others ${others}`}.`,
  ];
}

function extraMarks(extra: ExtraDays | null | undefined): string[] {
  if (extra === undefined || extra === null) return [];
  const { units, of, usual, most, first, all } = extra;
  return [
    `${units} of ${of} units have values of more days than the ${usual} that most have, up to ${most}: by the first ${usual} of each alone the mean of units were ${first}, and it is ${all}.`,
  ];
}

function reportedMarks(reported: ReportsBeside | null | undefined): string[] {
  if (reported === undefined || reported === null) return [];
  const { reports, units, differ, of } = reported;
  const have = `${reports} report(s) of loggers on this oracle have ${units} of these units on these days, and readings were handed in beside them`;
  if (differ > 0) return [`${have}: those of ${differ} units are in none of them.`];
  // What was found of most units and then typed in has left its settings behind.
  return units * 2 < of
    ? []
    : [`${have} that say the same: by which settings they were found, no entry says.`];
}

/** How many have each reason. */
export function reasonsOf(reasons: Readonly<Record<string, number>>): string {
  return Object.entries(reasons)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ');
}

function lowResponseMark({ asked, valid, reasons }: LowResponse): string {
  return `${valid} of ${asked} units that were asked gave a value (${percent(valid / asked)}; ${reasonsOf(reasons)}): where that many are missing, for whatever reason, the values that are there may have been chosen.`;
}

function listed({ units, examples }: SilentUnits): string {
  return `${examples.join(', ')}${units > examples.length ? ', …' : ''}`;
}
