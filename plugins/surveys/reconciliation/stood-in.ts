import type { Fieldwork } from '../../sampling/service.js';
import type { Submission } from '../store/submissions-store.js';
import type { Finding } from './findings.js';

/**
 * Submissions with what is found of them now: a value of a home that was replaced after it had answered does not count beside
 * one of its stand-in. Where a person decided, that stays.
 * @param all of the days that are looked at
 */
export function withStoodIn(all: readonly Submission[], called: Fieldwork['called']): Submission[] {
  if (called.length === 0) return [...all];
  const replacedBy = new Map(called.map(({ unitId, by }) => [unitId, by]));
  const measured = new Set(
    all.flatMap(({ unitId, value, counts }) => (counts && value !== null ? [unitId] : [])),
  );
  const isStoodIn = (unitId: string): boolean => {
    const by = replacedBy.get(unitId);
    return by !== undefined && (measured.has(by) || isStoodIn(by));
  };
  return all.map((each) => {
    if (each.verdict !== null || each.value === null || !isStoodIn(each.unitId)) return each;
    const findings = [...new Set<Finding>([...each.findings, 'replaced'])];
    return { ...each, findings, counts: false };
  });
}
