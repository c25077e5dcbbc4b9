import { asMeant } from './alike-ids.js';
import { isMissingMark } from './no-unit.js';

/** What a person should know of the names of strata: spellings that differ in capital letters alone, marks of no value. */
export function stratumRemarks(names: readonly string[]): string[] {
  const spellings = new Map<string, string[]>();
  for (const name of names) {
    const folded = asMeant(name);
    spellings.set(folded, [...(spellings.get(folded) ?? []), name]);
  }
  const twins = [...spellings.values()].filter((alike) => alike.length > 1);
  const marks = names.filter(isMissingMark);
  return [
    ...twins.map(
      (alike) =>
        `the strata ${alike.map((name) => `"${name}"`).join(' and ')} ${differenceIn(alike)}: each counts as a stratum of its own until they are spelled alike`,
    ),
    ...marks.map((name) => `"${name}" counts as a stratum, though it marks a missing value`),
  ];
}

function differenceIn(alike: readonly string[]): string {
  return new Set(alike.map((name) => name.toLowerCase())).size === 1
    ? 'differ in capital letters alone'
    : 'can be read as one';
}
