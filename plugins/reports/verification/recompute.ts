import { canonicalHash, canonicalJson, messageOf } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';

/** One thing that was looked at. `open`: it is not wrong, and not shown either; `mark`: it is so, and not to be overlooked. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly open?: true;
  readonly mark?: true;
  readonly detail: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Members of a stored design that its request does not give: who made it, when, and what became of it. */
const AROUND_A_DESIGN = new Set(['designId', 'createdAt', 'supersedes', 'trail', 'verification', 'warnings']);
const RELATIVE = 1e-9;

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

/** The first path at which two values differ, in words; numbers may differ by the noise of arithmetic. */
function firstDifference(again: unknown, kept: unknown, path: string): string | undefined {
  if (typeof again === 'number' && typeof kept === 'number') {
    const near = Math.abs(again - kept) <= RELATIVE * Math.max(1, Math.abs(again));
    return near ? undefined : `${path} is ${again}, the report has ${kept}`;
  }
  if (typeof again === 'object' && again !== null && typeof kept === 'object' && kept !== null) {
    for (const key of new Set([...Object.keys(again), ...Object.keys(kept)])) {
      const found = firstDifference((again as Fields)[key], (kept as Fields)[key], `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const same = canonicalJson(again ?? null) === canonicalJson(kept ?? null);
  return same ? undefined : `${path} is ${JSON.stringify(again)}, the report has ${JSON.stringify(kept)}`;
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

/** The bounds of each interval from its mean and standard error; what the readings give is for who has them. */
async function recomputeIntervals(name: string, period: Fields): Promise<Check> {
  const { interval, loadDistributions } = await import('../../sampling/library.js');
  const distributions = await loadDistributions();
  const groups = [period['pooled'], ...((period['strata'] as unknown[] | null) ?? [])] as Fields[];
  let computed = 0;
  for (const [at, group] of groups.entries()) {
    const estimate = group['estimate'] as Fields | null;
    if (estimate === null || !['normal', 'student-t'].includes(String(estimate['interval']))) continue;
    const known = estimate as unknown as Parameters<typeof interval>[0];
    const again = interval(known, distributions);
    const where = at === 0 ? 'pooled.estimate' : `strata.${at - 1}.estimate`;
    const found = firstDifference(again, { ...again, ...pick(estimate) }, where);
    if (found !== undefined) return { name, passed: false, detail: `computed again: ${found}` };
    computed++;
  }
  return {
    name,
    passed: true,
    ...(computed === 0 && { open: true as const }),
    detail: `${computed} of ${groups.length} intervals computed again from mean and standard error; the readings are known by their hash`,
  };
}

function pick({ lower, upper, relativePrecision, critical }: Fields): Fields {
  return { lower, upper, relativePrecision, critical };
}
