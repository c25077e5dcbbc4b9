import type { Principal } from 'oracle-runtime/plugin';
import { heldFacts } from '../held/held-facts.js';
import type { Reading } from '../periods/reading.js';
import type { AnalysedEntry } from '../trail/analysed-entry.js';
import { type HeldFact, isAnalysed } from '../trail/held-marks.js';
import { entryOf } from '../trail/trail-chain.js';
import type { DrawOfPeriod } from './draw-of-period.js';
import type { BesideInFile } from './given-readings.js';
import { analysesOfKin, type KinDesigns, reportsSince, setInFile } from './held-of-homes.js';
import type { SamplingService } from './sampling-service.js';

/** What else is held of the homes of a draw; reports of devices only beside shares that somebody handed in. */
export async function heldBeside(
  service: SamplingService,
  principal: Principal,
  kin: KinDesigns,
  draw: DrawOfPeriod,
  {
    isTyped,
    besideInFile,
    column,
    ...taken
  }: {
    readonly readings: readonly Reading[];
    readonly from: string;
    readonly to: string;
    readonly isTyped: boolean;
    readonly besideInFile: readonly BesideInFile[];
    /** That the values were read from; undefined for rows. */
    readonly column: string | undefined;
  },
): Promise<{ readonly held: HeldFact[] | undefined; readonly left: number }> {
  const isShare = taken.readings.every(({ value }) => value === null || (value >= 0 && value <= 1));
  const units = unitsOf(draw);
  const { from, to } = taken;
  const against = { units, from, to, drawnOn: draw.drawnOn, column };
  const analyses = await analysesOfKin(service, kin, against);
  const sets = [
    ...besideInFile.flatMap((each) => setInFile(each, taken)),
    ...analyses.sets,
    ...(isTyped && isShare ? await reportsSince(service, principal.id, kin, draw.drawnOn) : []),
  ];
  const facts = heldFacts(sets, { ...taken, units }).map((fact) =>
    fact.ofTheseHomes && isAnalysed(fact, draw.analysedBefore) ? { ...fact, ofTheseHomes: false } : fact,
  );
  return { held: facts.length === 0 ? undefined : facts, left: analyses.left };
}

/** The last seal of a design that this one recalculates; undefined for none. */
export async function sealOfLine(
  { trails }: SamplingService,
  before: readonly string[],
): Promise<AnalysedEntry['sealedBefore'] | undefined> {
  for (const designId of before) {
    const seal = (await trails.read(designId)).map(entryOf).findLast(({ kind }) => kind === 'sealed');
    if (seal?.kind === 'sealed') return { designId, protocol: seal.protocol, seq: seal.seq };
  }
  return undefined;
}

/** Units that were drawn, or called in the place of others. */
export function unitsOf({ record, called }: DrawOfPeriod): Set<string> {
  const selected = record.strata.flatMap((stratum) => stratum.selected.map(({ id }) => id));
  return new Set([...selected, ...called.map(({ by }) => by)]);
}
