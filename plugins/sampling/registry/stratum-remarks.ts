import { addTo, nearestName } from 'oracle-runtime/kit';
import { asMeant } from './alike-ids.js';
import { isMissingMark } from './no-unit.js';

interface Stratum {
  readonly name: string;
  readonly size: number;
}

/** A stratum with at most this part of the units of another may be a slip of its name. */
const SLIP = 0.1;

/**
 * What a person should know of the names of strata: spellings that differ in capital letters alone or by a slip, marks of
 * no value.
 */
export function stratumRemarks(strata: readonly Stratum[]): string[] {
  const names = strata.map(({ name }) => name);
  const spellings = new Map<string, string[]>();
  for (const name of names) addTo(spellings, asMeant(name), name);
  const twins = [...spellings.values()].filter((alike) => alike.length > 1);
  const marks = names.filter(isMissingMark);
  return [
    ...twins.map(
      (alike) =>
        `the strata ${alike.map((name) => `"${name}"`).join(' and ')} ${differenceIn(alike)}: each counts as a stratum of its own until they are spelled alike`,
    ),
    ...strata.flatMap((stratum) => slip(stratum, strata)),
    ...marks.map((name) => `"${name}" counts as a stratum, though it marks a missing value`),
  ];
}

/** `Knao` of one unit beside `Kano` of twenty; names that hold a digit are numbered and differ by little. */
function slip({ name, size }: Stratum, strata: readonly Stratum[]): string[] {
  const larger = strata.filter((other) => size <= SLIP * other.size && asMeant(other.name) !== asMeant(name));
  const meant = /\d/.test(name)
    ? undefined
    : nearestName(
        name,
        larger.map((other) => other.name),
      );
  const other = strata.find((each) => each.name === meant);
  return other === undefined
    ? []
    : [`"${name}" (${size} of the units) is nearly "${other.name}" (${other.size}): are they one stratum?`];
}

function differenceIn(alike: readonly string[]): string {
  return new Set(alike.map((name) => name.toLowerCase())).size === 1
    ? 'differ in capital letters alone'
    : 'can be read as one';
}
