import type { CopiedValues, OddValues } from './analysed-entry.js';

/** What stands out in the values of an analysis, though each of them can be read. */
export function oddValueMarks(odd: OddValues | null | undefined): string[] {
  if (odd === undefined || odd === null) return [];
  const { parts, unexplained, clashes, filled, two, far, days = null } = odd;
  const { copied = null, narrow = null } = odd;
  return [
    ...(parts === 0
      ? []
      : [`${parts} values of a share are neither 0 nor 1: each counts as a part of a yes.`]),
    ...(unexplained === null
      ? []
      : [
          `${unexplained.units} units have rows without a value, and without a reason (${unexplained.examples.join(', ')}${unexplained.units > unexplained.examples.length ? ', …' : ''}).`,
        ]),
    ...(clashes === 0
      ? []
      : [`${clashes} units have different values on one day, and count with the mean of these.`]),
    ...(days === null
      ? []
      : [
          `Units have values of ${days.fewest} to ${days.most} days: ${days.units} of ${days.of} have fewer than four fifths of the ${days.usual} that a quarter of them have. The days that are missing may have been left out for their values.`,
        ]),
    ...(filled === null
      ? []
      : [
          filled.units === filled.of
            ? `All ${filled.of} units have the value ${filled.value}: it may have been filled in.`
            : `${filled.units} of ${filled.of} units have the value ${filled.value}, where the others hardly share any: it may have been filled in.`,
        ]),
    ...(copied === null ? [] : [copiedMark(copied)]),
    ...(narrow === null
      ? []
      : [
          `The standard deviation is ${narrow[0]}, and the design plans with ${narrow[1]}: values that are measured seldom differ so little.`,
        ]),
    ...(two === null
      ? []
      : [
          `All values are ${two.low} or ${two.high}: they are a share of units, and as a mean their precision goes by where 0 lies. Write 1 and 0, in a design of a proportion.`,
        ]),
    ...(far === null
      ? []
      : [
          `The mean is ${far[0]}, and the design expects ${far[1]}: are the values in another unit of measurement?`,
        ]),
  ];
}

function copiedMark({ kind, units, of, apart }: CopiedValues): string {
  return kind === 'runs'
    ? `${units} of ${of} units have the value of the unit before them: it may have been copied downwards.`
    : `The values of ${units} of ${of} units in a row are those of the units ${apart} before them, in the same order: they may have been copied.`;
}
