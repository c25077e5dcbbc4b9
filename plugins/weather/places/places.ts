import { countryCodeOf, usStateOf } from './area-names.js';
import type { CityQuery } from './city.js';

/** A place that the geocoder knows. */
export interface Place {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly country?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode?: string | undefined;
  /** State, province or region. */
  readonly region?: string | undefined;
  /** County or district. */
  readonly district?: string | undefined;
}

/** Case, accents and hyphens apart: `CÓRDOBA` folds to `cordoba`. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}|[.'’]/gu, '')
    .replace(/[\s-]+/g, ' ')
    .toLowerCase()
    .trim();
}

/**
 * Whether the qualifier names the place's country, region or district. A code may mean several (`CA` is Canada
 * and California): any of them will do, the city tells them apart.
 */
function matchesQualifier(place: Place, qualifier: string): boolean {
  const wanted = fold(qualifier);
  const code = fold(place.countryCode ?? '');
  if (code !== '' && (code === wanted || code === countryCodeOf(wanted))) return true;
  const region = fold(place.region ?? '');
  if (code === 'us' && region !== '' && region === usStateOf(wanted)) return true;
  return [fold(place.country ?? ''), region, fold(place.district ?? '')].some(
    // "State of Berlin" and "Nairobi County" bear the name too; in fewer letters that would be chance.
    (area) => area !== '' && (area === wanted || (wanted.length >= 4 && area.includes(wanted))),
  );
}

/**
 * Picks the place that the query means. The geocoder ranks by relevance and population, so the first result
 * wins among those in which every qualifier names the region, district or country; a place whose own name is
 * the one asked for goes before one that only resembles it.
 */
export function choosePlace(query: CityQuery, places: readonly Place[]): Place | undefined {
  const fitting = places.filter((place) =>
    query.qualifiers.every((qualifier) => matchesQualifier(place, qualifier)),
  );
  const wanted = fold(query.name);
  return fitting.find((place) => fold(place.name) === wanted) ?? fitting[0];
}

/** `Paris, Texas, United States`. */
export function describePlace(place: Place): string {
  const parts = [place.name, place.region, place.country].filter((part) => part !== undefined);
  return parts.filter((part, index) => index === 0 || part !== parts[index - 1]).join(', ');
}

/** Places closest in spelling to `name`, at most `limit`, each label once. Far cries are left out. */
export function nearestPlaces(name: string, places: readonly Place[], limit: number): string[] {
  const wanted = fold(name);
  const reach = Math.max(2, Math.ceil(wanted.length / 3));
  const ranked = places
    .map((place, rank) => ({
      label: describePlace(place),
      rank,
      distance: editDistance(wanted, fold(place.name)),
    }))
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => a.distance - b.distance || a.rank - b.rank)
    .map(({ label }) => label);
  return [...new Set(ranked)].slice(0, limit);
}

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours cost 1. */
export function editDistance(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, j) => j);
  for (const [i, ch] of left.entries()) {
    const row = [i + 1];
    for (const [j, other] of right.entries()) {
      const substitute = at(last, j) + (ch === other ? 0 : 1);
      let best = Math.min(substitute, at(last, j + 1) + 1, at(row, j) + 1);
      if (i > 0 && j > 0 && ch === right[j - 1] && other === left[i - 1]) {
        best = Math.min(best, at(beforeLast, j - 1) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, right.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** Where a place is, as answers tell it. */
export function whereabouts({ country, region }: Place): { country?: string; region?: string } {
  return { ...(country !== undefined && { country }), ...(region !== undefined && { region }) };
}
