import { addTo } from 'oracle-runtime/kit';
import type { Fieldwork } from '../../sampling/service.js';
import type { Submission } from '../store/submissions-store.js';
import { countsByItself } from './findings.js';

/** Which round of asking a day is of, from 0: final analyses of the draw end one. */
export type RoundOf = (day: string) => number;

export function roundsOf({ finals }: Pick<Fieldwork, 'finals'>): RoundOf {
  const ends = [...new Set(finals.map(({ to }) => to))];
  return (day) => ends.filter((end) => end < day).length;
}

/**
 * Submissions with what is found of them now: one that came as a second answer of its household is none any more where a final
 * analysis lies between it and the others, and so is the first of a later round that came before that analysis was final.
 * @param all of the form, in the order in which they came
 */
export function withoutOldDoubles(all: readonly Submission[], roundOf: RoundOf): Submission[] {
  const byHousehold = new Map<string, Submission[]>();
  for (const each of all) if (each.value !== null) addTo(byHousehold, each.unitId, each);
  return all.map((each) => {
    if (!each.findings.includes('double')) return each;
    const round = roundOf(each.day);
    const own = (byHousehold.get(each.unitId) ?? []).filter(({ day }) => roundOf(day) === round);
    const isFirst = own.every(
      (other) =>
        other === each || (other.findings.includes('double') && own.indexOf(other) > own.indexOf(each)),
    );
    if (!isFirst) return each;
    const findings = each.findings.filter((finding) => finding !== 'double');
    return { ...each, findings, counts: each.verdict === null ? countsByItself(findings) : each.counts };
  });
}

/** Those of the newest round that has any that count: a phone whose clock is wrong begins none. */
export function ofNewestRound(all: readonly Submission[], roundOf: RoundOf): Submission[] {
  const rounds = all.filter(({ counts }) => counts).map(({ day }) => roundOf(day));
  if (rounds.length === 0) return [...all];
  const newest = Math.max(...rounds);
  return all.filter(({ day }) => roundOf(day) === newest);
}
