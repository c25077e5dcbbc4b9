import { canonicalHash, messageOf } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { Check } from './check.js';
import { type Fields, firstDifference } from './first-difference.js';
import { recomputeIntervals } from './recompute-intervals.js';

/** Members of a stored design that its request does not give: who made it, when, and what became of it. */
const AROUND_A_DESIGN = new Set(['designId', 'createdAt', 'supersedes', 'trail', 'verification', 'warnings']);
/** Computes the documents of a report again, each as far as it carries what it was computed from. */
export async function recomputeDocuments(documents: Fields): Promise<Check[]> {
  const checks = await Promise.all(
    Object.entries(documents).map(async ([name, document]): Promise<Check[]> => {
      if (typeof document !== 'object' || document === null) return [];
      const fields = document as Fields;
      if ('request' in fields && 'parameters' in fields) return [await recomputeDesign(name, fields)];
      if (fields['type'] === 'sampling-selection') return [rehashSelection(name, fields)];
      if ('pooled' in fields && 'readings' in fields) return [await recomputeIntervals(name, fields)];
      if (fields['type'] === 'sampling-trail-marks')
        return [{ name, passed: true, detail: `${marksIn(fields)}; the trail itself shows them` }];
      return [{ name, passed: true, open: true, detail: 'carries nothing that it could be computed from' }];
    }),
  );
  return checks.flat();
}

function marksIn({ marks }: Fields): string {
  const count = Array.isArray(marks) ? marks.length : 0;
  return `${count} ${count === 1 ? 'thing stood' : 'things stood'} out when it was written`;
}

async function recomputeDesign(name: string, design: Fields): Promise<Check> {
  const { computeDesign, loadDistributions, profilesWith } = await import('../../sampling/library.js');
  try {
    const again = computeDesign(
      design['request'] as Parameters<typeof computeDesign>[0],
      profilesWith(),
      await loadDistributions(),
    ) as unknown as Fields;
    const wrong = Object.keys(again)
      .filter((key) => !AROUND_A_DESIGN.has(key))
      .flatMap((key) => firstDifference(again[key], design[key], key) ?? []);
    const [first] = wrong;
    return first === undefined
      ? { name, passed: true, detail: 'computed again from its request, every figure the same' }
      : { name, passed: false, detail: `computed again from its request: ${first}` };
  } catch (error) {
    const why = OracleError.isInstance(error) ? error.detail : messageOf(error);
    return { name, passed: true, open: true, detail: `could not be computed again here: ${why}` };
  }
}

function rehashSelection(name: string, record: Fields): Check {
  const { sha256, ...rest } = record;
  const passed = canonicalHash(rest) === sha256;
  return {
    name,
    passed,
    detail: passed
      ? 'the record of the draw has its own hash; oracle sampling verify repeats it from the registry'
      : 'the record of the draw does not have the hash that it names',
  };
}
