import type { PeriodSubmission } from '../service.js';
import type { JudgedSubmissions } from '../trail/judged-entry.js';
import { judgedPart, meanOf } from '../trail/judged-marks.js';

const EXAMPLES = 5;
/** What is found of an answer that says that it takes the place of one, where none came. */
const EDITS_NOTHING = 'edit of no answer here';
/** What is found of times that no visits have. */
const OF_CLOCK = [
  'times that cannot be',
  'many at once',
  'two at one time',
  'at night',
  'day and night without a rest',
  'by three keys of one person at one time',
];
/** Findings that leave nothing out. */
const COUNT_ALL_THE_SAME: ReadonlySet<string> = new Set([EDITS_NOTHING, ...OF_CLOCK]);

/**
 * What became of the submissions of a period, where that is not what came in.
 * @param editedIds submissions that were changed on a phone and sent again: nobody ruled them out
 * @returns `judged` undefined where nothing is to be told; `heard`: units of which something came in, whether it counts or not
 */
export function judgedSubmissions(
  all: readonly PeriodSubmission[],
  editedIds: ReadonlySet<string>,
): {
  readonly judged: JudgedSubmissions | undefined;
  readonly heard: ReadonlySet<string>;
} {
  const own = all.filter(({ otherForm }) => otherForm === undefined);
  const counting = own.filter(({ counts }) => counts);
  const counted = new Set(counting.map(({ unitId }) => unitId));
  const judged: JudgedSubmissions = {
    leftOut: leftOutOf(
      own.filter(({ submissionId }) => !editedIds.has(submissionId)),
      counting,
    ),
    edited: leftOutOf(
      own.filter(({ submissionId }) => editedIds.has(submissionId)),
      counting,
    ),
    counted: partOf(
      counting.filter(
        ({ verdict, findings }) =>
          verdict?.counts === true && findings.some((each) => !COUNT_ALL_THE_SAME.has(each)),
      ),
    ),
    unheard: unheardOf(own.filter(({ unitId, verdict }) => verdict === null && !counted.has(unitId))),
    doubles: doublesOf(own, counting),
    editsOfNothing: editsOfNothingOf(counting),
    clock: againstClock(counting),
    otherForms: otherFormsOf(all),
  };
  const isPlain = Object.values(judged).every((each) => each === null);
  return { judged: isPlain ? undefined : judged, heard: new Set(own.map(({ unitId }) => unitId)) };
}

function leftOutOf(
  own: readonly PeriodSubmission[],
  counting: readonly PeriodSubmission[],
): JudgedSubmissions['leftOut'] {
  const out = own.filter(({ verdict }) => verdict?.counts === false);
  const part = partOf(out);
  if (part === null) return null;
  const ruledOut = new Set(out.map(({ unitId }) => unitId));
  const others = counting.filter(({ unitId }) => ruledOut.has(unitId));
  return {
    ...part,
    inPlace:
      others.length === 0
        ? null
        : {
            units: new Set(others.map(({ unitId }) => unitId)).size,
            mean: meanOf(others.flatMap(({ value }) => value ?? [])),
          },
  };
}

/** Null of none. */
function partOf(judged: readonly PeriodSubmission[]): JudgedSubmissions['counted'] {
  if (judged.length === 0) return null;
  return judgedPart(
    judged.map(({ unitId, value, verdict }) => ({ unitId, value, reason: verdict?.reason ?? '' })),
  );
}

function unheardOf(left: readonly PeriodSubmission[]): JudgedSubmissions['unheard'] {
  const units = [...new Set(left.map(({ unitId }) => unitId))];
  if (units.length === 0) return null;
  return {
    units: units.length,
    examples: units.slice(0, EXAMPLES),
    findings: [...new Set(left.flatMap(({ findings }) => findings))],
    mean: meanOf(left.flatMap(({ value }) => value ?? [])),
  };
}

function doublesOf(
  own: readonly PeriodSubmission[],
  counting: readonly PeriodSubmission[],
): NonNullable<JudgedSubmissions['doubles']> | null {
  const values = new Map(counting.flatMap(({ unitId, value }) => (value === null ? [] : [[unitId, value]])));
  const second = own.filter(
    ({ unitId, value, counts, verdict, findings }) =>
      !counts && verdict === null && value !== null && findings.includes('double') && values.has(unitId),
  );
  const units = [...new Set(second.map(({ unitId }) => unitId))];
  if (units.length === 0) return null;
  return {
    units: units.length,
    examples: units.slice(0, EXAMPLES),
    mean: meanOf(second.flatMap(({ value }) => value ?? [])) ?? '',
    counted: meanOf(units.flatMap((unitId) => values.get(unitId) ?? [])) ?? '',
    of: values.size,
  };
}

function editsOfNothingOf(
  counting: readonly PeriodSubmission[],
): NonNullable<JudgedSubmissions['editsOfNothing']> | null {
  const part = partOf(counting.filter(({ findings }) => findings.includes(EDITS_NOTHING)));
  if (part === null) return null;
  const { reasons: _, differentReasons: __, ...told } = part;
  return told;
}

function againstClock(counting: readonly PeriodSubmission[]): NonNullable<JudgedSubmissions['clock']> | null {
  const isOdd = ({ findings }: PeriodSubmission) => findings.some((each) => OF_CLOCK.includes(each));
  const odd = counting.filter(isOdd);
  const part = partOf(odd);
  if (part === null) return null;
  const { reasons: _, differentReasons: __, ...told } = part;
  return {
    ...told,
    findings: OF_CLOCK.filter((finding) => odd.some(({ findings }) => findings.includes(finding))),
    others: meanOf(counting.flatMap((each) => (isOdd(each) ? [] : (each.value ?? [])))),
  };
}

function otherFormsOf(all: readonly PeriodSubmission[]): JudgedSubmissions['otherForms'] {
  const others = all.filter(({ otherForm, value }) => otherForm !== undefined && value !== null);
  if (others.length === 0) return null;
  return {
    forms: new Set(others.map(({ otherForm }) => otherForm)).size,
    units: new Set(others.map(({ unitId }) => unitId)).size,
    values: others.length,
  };
}
