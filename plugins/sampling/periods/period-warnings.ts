import { percent } from '../design/percent.js';
import type { GroupAnalysis } from './analyse-group.js';
import type { Reading } from './reading.js';
import type { UnitOutcome } from './unit-outcomes.js';

/** A share of lost units that no interval makes up for. */
const MANY_LOST = 0.5;

/** Fewer units than this tell little of how their stratum varies. */
const FEW = 5;

interface Findings {
  readonly outcomes: readonly UnitOutcome[];
  readonly pooled: GroupAnalysis;
  readonly strata: readonly (GroupAnalysis & { readonly name: string })[] | null;
  /** Values far from the others. */
  readonly flagged: number;
  /** Whether the draw gave its units different chances. */
  readonly weighed: boolean;
  /** Share of the planned units that the design expected to lose. */
  readonly expectedDropout: number | undefined;
  /** Whether a design of a mean had nothing but yes and no. */
  readonly yesOrNo: boolean;
  /** Readings of a proportion that are neither yes nor no. */
  readonly partly: readonly Reading[];
}

/** What a reader of an analysis must not overlook, in plain words. */
export function periodWarnings({
  outcomes,
  pooled,
  strata,
  flagged,
  weighed,
  yesOrNo,
  partly,
  expectedDropout,
}: Findings): string[] {
  const said: string[] = [];
  const { planned, replaced = 0 } = pooled;
  if (outcomes.length > planned + replaced)
    said.push(
      `${outcomes.length} units have records, but ${planned} were planned${replaced > 0 ? ` and ${replaced} replaced` : ''}: reconcile the counts.`,
    );
  if (replaced > 0)
    said.push(
      `${replaced} units were replaced. They count as lost, so that the next sample allows for as many; those who took their place may differ from them.`,
    );
  const repeated = outcomes.filter(({ readings }) => readings > 1).length;
  if (repeated > 0)
    said.push(`${repeated} units have several readings; each unit counts once, with its mean.`);
  const clashes = outcomes.filter(({ clash }) => clash !== undefined);
  const [clash] = clashes;
  if (clash !== undefined)
    said.push(
      `${clashes.length} units have different values on one day (${clash.unitId} on ${clash.clash}): their mean counts, though one of them may be wrong.`,
    );
  for (const { name, valid } of strata ?? [])
    if (valid < 2)
      said.push(`Stratum ${name} has ${valid} valid units: no pooled estimate without at least 2.`);
  for (const { name, valid, population } of strata ?? [])
    if (valid >= 2 && valid < FEW && valid < population)
      said.push(
        `Stratum ${name} has ${valid} valid units: the pooled interval takes them with the degrees of freedom of the whole sample, so it may be too short.`,
      );
  if (yesOrNo)
    said.push(
      'Every value is 0 or 1, so this is a share of units: its interval is that of a proportion, and the design should say so.',
    );
  const [part] = partly;
  if (part !== undefined)
    said.push(
      `${partly.length} values are neither 0 nor 1 (${part.unitId} on ${part.date}: ${part.value}), though the design is of a share of units that say yes: they count as parts of a yes.`,
    );
  const worth = Math.round((pooled.estimate?.df ?? 0) + 1);
  if (weighed && pooled.estimate !== null && worth < pooled.valid / 2)
    said.push(
      `The units were drawn with chances so different that ${pooled.valid} of them are worth about ${worth}; where the values go with the chances, the interval may be too short.`,
    );
  if (pooled.estimate !== null && pooled.estimate.relativePrecision === null)
    said.push('The mean is not positive, so a relative precision says nothing.');
  for (const { name, ...stratum } of strata ?? [])
    if (!stratum.met) said.push(`Stratum ${name} missed the precision${why(stratum)}.`);
  if (pooled.missed === 'no estimate')
    said.push('The precision was missed, for there is no estimate: no reductions follow from this period.');
  else if (!pooled.met)
    said.push(
      `The precision was missed${why(pooled)}: reductions take the bound that the profile prescribes.`,
    );
  if (pooled.dropoutRate > MANY_LOST)
    said.push(
      `Only ${pooled.valid} of ${askedOf(pooled)} gave a value. The interval takes them for a random part; those who are missing may differ.`,
    );
  else if (expectedDropout !== undefined && lostBeyond(pooled, expectedDropout))
    said.push(
      `${pooled.valid} of ${askedOf(pooled)} gave a value, though the design expected to lose ${percent(expectedDropout)}: those who are missing may differ.`,
    );
  if (flagged > 0)
    said.push(
      `${flagged} values are far from the others. They stay in the estimate unless there is a documented reason to drop them.`,
    );
  return said;
}

/** Whether more units are missing than whole units that were expected to be. */
/** Whether more of those who were asked are missing than were expected to be, by more than a part of a unit. */
export function lostBeyond({ valid, planned, replaced = 0 }: GroupAnalysis, expected: number): boolean {
  const asked = planned + replaced;
  return asked - valid > Math.ceil(asked * expected);
}

function askedOf({ planned, replaced = 0 }: GroupAnalysis): string {
  return replaced === 0
    ? `${planned} planned units`
    : `${planned + replaced} units that were asked, ${replaced} of them replaced,`;
}

/** Why, where it is not simply the width of the interval. */
function why({
  missed,
  valid,
  minimum,
  population,
}: Pick<GroupAnalysis, 'missed' | 'valid' | 'minimum' | 'population'>): string {
  if (missed === 'too few units')
    return `, for ${valid} valid units are fewer than the ${minimum} that are needed`;
  if (missed === 'too many units')
    return `, for ${valid} valid units are more than the ${population} there are`;
  if (missed === 'no variation')
    return ', for all units gave the same value, and nothing tells how far it may be off';
  if (missed === 'stratum') return ', for not every stratum has what is asked of it';
  return '';
}
