import { oneLine } from 'oracle-runtime/kit';
import type { JudgedPart, JudgedSubmissions, SecondAnswers } from './judged-entry.js';
import type { TrailEntry } from './trail-entry.js';

type Judged = Extract<TrailEntry, { readonly kind: 'judged' }>;

const EXAMPLES = 5;
const SOME_REASONS = 3;
/** Characters of a name that are shown. */
const SHOWN = 60;

/**
 * What stands out in decisions about submissions, at the last of those that follow each other: whoever decides which answers
 * count chooses the result.
 */
export function judgedMarks(entries: readonly TrailEntry[]): string[] {
  const first = entries.findLastIndex(({ kind }) => kind !== 'judged') + 1;
  const run = entries.slice(first).filter((entry): entry is Judged => entry.kind === 'judged');
  const changed = run.filter(({ changedBy }) => changedBy !== undefined);
  const decided = (['left out', 'counts'] as const).flatMap((verdict) => {
    const alike = run.filter((each) => each.verdict === verdict && each.changedBy === undefined);
    if (alike.length === 0) return [];
    const part = partOf(alike);
    const by = [...new Set(alike.map(({ actor }) => actor))].join(', ');
    return verdict === 'left out'
      ? [`${answersOf(part)} were ruled out by ${by}${why(part)}${valuesOf(part)}.`]
      : [`${answersOf(part)} were said to count by ${by}${why(part)}${valuesOf(part)}.`];
  });
  if (changed.length === 0) return decided;
  const part = partOf(changed);
  const people = [...new Set(changed.map(({ changedBy = '' }) => oneLine(changedBy, SHOWN)))];
  const shown = `${people.slice(0, SOME_REASONS).join(', ')}${people.length > SOME_REASONS ? ', …' : ''}`;
  return [
    ...decided,
    `${answersOf(part)} were changed on the phone of ${shown} and sent again${part.mean === null ? '' : `; the mean of their ${part.values} values before is ${part.mean}`}.`,
  ];
}

function partOf(alike: readonly Judged[]): JudgedPart {
  return judgedPart(
    alike.map(({ value, ...rest }) => ({ ...rest, value: value === null ? null : Number(value) })),
  );
}

/** What stands out in the submissions behind an analysis. */
export function submissionMarks(judged: JudgedSubmissions | null | undefined): string[] {
  if (judged === undefined || judged === null) return [];
  const {
    leftOut,
    edited = null,
    counted,
    unheard,
    otherForms,
    doubles = null,
    editsOfNothing = null,
    clock = null,
  } = judged;
  return [
    ...(leftOut === null
      ? []
      : [
          `${answersOf(leftOut)} do not count, because a person ruled them out${why(leftOut)}${valuesOf(leftOut)}. ${inPlaceOf(leftOut)}`,
        ]),
    ...(edited === null
      ? []
      : [
          `${answersOf(edited)} do not count, because they were changed on the phone and sent again${valuesOf(edited)}. ${inPlaceOf(edited)}`,
        ]),
    ...(counted === null
      ? []
      : [
          `${answersOf(counted)} count against what was found of them, because a person said so${why(counted)}${valuesOf(counted)}.`,
        ]),
    ...(unheard === null
      ? []
      : [
          `Of ${unheard.units} units (${listed(unheard)}) came answers alone that do not count: ${unheard.findings.join(', ')}${typeof unheard.mean === 'string' ? `; the mean of their values is ${unheard.mean}` : ''}.`,
        ]),
    ...(doubles === null || !isTold(doubles)
      ? []
      : [
          `${doubles.units} of ${doubles.of} units (${listed(doubles)}) answered a second time, which does not count: the mean of these answers is ${doubles.mean}, that of their first ${doubles.counted}.`,
        ]),
    ...(editsOfNothing === null
      ? []
      : [
          `${editsOfNothing.submissions} answers of ${editsOfNothing.units} units (${listed(editsOfNothing)}) say that they take the place of answers that never came, and count${editsOfNothing.mean === null ? '' : `: the mean of their ${editsOfNothing.values} values is ${editsOfNothing.mean}`}.`,
        ]),
    ...(clock === null
      ? []
      : [
          `${clock.submissions} answers of ${clock.units} units (${listed(clock)}) count, and the clocks of their phones say what no visits are (${clock.findings.join(', ')})${clock.mean === null ? '' : `: the mean of their ${clock.values} values is ${clock.mean}${clock.others === null ? '' : `, that of the others ${clock.others}`}`}.`,
        ]),
    ...(otherForms === null
      ? []
      : [
          `${otherForms.values} values of ${otherForms.units} units came by ${otherForms.forms} other form(s) of this design, and this analysis has none of them.`,
        ]),
  ];
}

/** Part of the units, or of the mean, from which second answers stand out. */
const [MANY, FAR] = [0.1, 0.02];

function isTold({ units, of, mean, counted }: SecondAnswers): boolean {
  const moves = (Math.abs(Number(mean) - Number(counted)) * units) / Math.max(1, of);
  return units > MANY * of || moves > FAR * Math.abs(Number(counted));
}

/** Of submissions that a person judged alike, what an entry and a mark tell. */
export function judgedPart(
  alike: readonly { readonly unitId: string; readonly value: number | null; readonly reason: string }[],
): JudgedPart {
  const units = [...new Set(alike.map(({ unitId }) => unitId))];
  const reasons = [...new Set(alike.map(({ reason }) => reason))];
  const values = alike.flatMap(({ value }) => value ?? []);
  return {
    submissions: alike.length,
    units: units.length,
    examples: units.slice(0, EXAMPLES),
    values: values.length,
    mean: meanOf(values),
    reasons: reasons.slice(0, SOME_REASONS),
    differentReasons: reasons.length,
  };
}

/** The mean of values in four digits; null of none. */
export function meanOf(values: readonly number[]): string | null {
  if (values.length === 0) return null;
  return String(Number((values.reduce((sum, value) => sum + value, 0) / values.length).toPrecision(4)));
}

function answersOf(part: JudgedPart): string {
  return `${part.submissions} answers of ${part.units} units (${listed(part)})`;
}

function valuesOf({ values, mean }: JudgedPart): string {
  return mean === null ? ', none of them with a value' : `; the mean of their ${values} values is ${mean}`;
}

function inPlaceOf({
  units,
  inPlace,
}: Pick<NonNullable<JudgedSubmissions['leftOut']>, 'units' | 'inPlace'>): string {
  if (inPlace === null) return 'Of none of these units another one counts.';
  const mean = inPlace.mean === null ? '' : `, with the mean ${inPlace.mean}`;
  return `Of ${inPlace.units} of these ${units} units another one counts in its place${mean}.`;
}

function why({ reasons, differentReasons }: JudgedPart): string {
  const said = reasons.map((reason) => `"${reason}"`).join(', ');
  return differentReasons > reasons.length
    ? `, for ${differentReasons} reasons such as ${said}`
    : `, for ${said}`;
}

function listed({
  units,
  examples,
}: {
  readonly units: number;
  readonly examples: readonly string[];
}): string {
  return `${examples.join(', ')}${units > examples.length ? ', …' : ''}`;
}
