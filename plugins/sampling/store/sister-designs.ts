import type { Kysely } from 'kysely';
import type { Design } from '../design/compute-design.js';
import { percent } from '../design/percent.js';
import type { SisterDesigns } from '../trail/drawn-entry.js';
import type { SamplingTables } from './tables.js';

/** Designs that are looked at, the newest first. */
const MOST = 1000;

/** A design, and those that are of its line. */
export interface AsksSisters {
  readonly owner: string;
  readonly design: Pick<Design, 'projectId' | 'parameters'>;
  readonly except: readonly string[];
}

/**
 * Other designs of a project that plan otherwise, whoever made them, drawn for or not: of a design without a project those
 * of its owner that have none either and are of as many units. Undefined where there are none.
 */
export async function sisterDesigns(
  on: Kysely<SamplingTables>,
  { owner, design: { projectId, parameters }, except }: AsksSisters,
): Promise<SisterDesigns | undefined> {
  const rows = await on
    .selectFrom('sampling_designs')
    .select(['owner', 'created_at', 'document'])
    .where('id', 'not in', [...except])
    .where((eb) =>
      projectId === null
        ? eb.and([eb('project_id', 'is', null), eb('owner', '=', owner)])
        : // Ids that differ in capital letters alone are read as one.
          eb(eb.fn<string>('lower', ['project_id']), '=', projectId.toLowerCase()),
    )
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  const sisters = rows.flatMap((row) => {
    const { parameters: other } = JSON.parse(row.document) as Design;
    const like = projectId !== null || other.population === parameters.population;
    const same = (['adjustedSize', 'precision', 'confidence'] as const).every(
      (key) => other[key] === parameters[key],
    );
    return like && !same ? [{ ...row, parameters: other }] : [];
  });
  const first = sisters.at(-1);
  if (first === undefined) return undefined;
  const span = (values: readonly number[]) => {
    const sorted = [...values].sort((a, b) => a - b);
    return { least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
  };
  const precision = span(sisters.map((each) => each.parameters.precision));
  return {
    of: projectId === null ? 'population' : 'project',
    designs: sisters.length,
    sameOwner: sisters.filter((each) => each.owner === owner).length,
    units: span(sisters.map((each) => each.parameters.adjustedSize)),
    precision: { least: percent(precision.least), most: percent(precision.most) },
    since: first.created_at.slice(0, 10),
  };
}
