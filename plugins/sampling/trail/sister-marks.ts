import type { SisterDesigns } from './drawn-entry.js';

/** What stands out where a project has several designs, of which one is drawn for or submitted. */
export function sisterMarks(told: SisterDesigns | null | undefined): string[] {
  if (told === undefined || told === null) return [];
  const { of, designs, sameOwner, units, precision, since } = told;
  const which = of === 'project' ? 'of this project' : 'without a project, of as many units,';
  return [
    `${designs} other design(s) ${which}${ofOwner(sameOwner, designs)} plan ${span(units)} units at a precision of ${span(precision)}, since ${since}: the one that pleases could have been taken.`,
  ];
}

/** Whose of some designs are, in words that stand behind them. */
export function ofOwner(sameOwner: number, designs: number): string {
  if (sameOwner === designs) return ' of the same owner';
  return sameOwner === 0 ? '' : `, ${sameOwner} of the same owner,`;
}

function span<T extends number | string>({ least, most }: { readonly least: T; readonly most: T }): string {
  return least === most ? `${least}` : `${least} to ${most}`;
}
