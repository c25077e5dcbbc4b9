import { drandRoundTime } from '../selection/drand.js';
import { CLOCKS_DIFFER } from '../selection/named-value.js';
import { type SelectionRecord, strataHash } from '../selection/selection-record.js';
import type { TrailFault } from './trail-chain.js';
import type { TrailEntry, TrailEvent } from './trail-entry.js';
import { isBefore, latestValue, overlaps, stateOf } from './trail-state.js';

type Of<Kind extends TrailEvent['kind']> = Extract<TrailEntry, { readonly kind: Kind }>;
type Records = Readonly<Record<string, SelectionRecord>>;

/**
 * What cannot have happened as the entries of a whole chain tell it: times that run back, draws, commitments or
 * analyses that are miscounted, a record that says otherwise than its entry, stand-ins out of the order of their draw, a final analysis
 * that nobody made, a decision that calls itself independent and is not. Whoever holds a key can sign such entries; the
 * oracle writes none of them.
 */
export function entryFaults(entries: readonly TrailEntry[], records: Records): TrailFault[] {
  const fault = (entry: TrailEntry, before: readonly TrailEntry[]): string | undefined => {
    const last = before.at(-1);
    if (last !== undefined && isBefore(entry.at, last.at))
      return `came at ${entry.at}, before the entry before it, which came at ${last.at}`;
    switch (entry.kind) {
      case 'committed':
        return commitmentFault(entry, before);
      case 'drawn':
        return numberFault(entry, before) ?? recordFault(entry, before, records[entry.selectionId]);
      case 'replaced':
        return replacementFault(entry, before, records[entry.selectionId]);
      case 'analysed':
        return analysisFault(entry, before);
      case 'finalised':
        return finalFault(entry, before);
      case 'moved':
        return decisionFault(entry, before);
      default:
        return undefined;
    }
  };
  return entries.flatMap((entry, at) => {
    const problem = fault(entry, entries.slice(0, at));
    return problem === undefined ? [] : [{ seq: entry.seq, problem }];
  });
}

function all<Kind extends TrailEvent['kind']>(entries: readonly TrailEntry[], kind: Kind): Of<Kind>[] {
  return entries.filter((entry): entry is Of<Kind> => entry.kind === kind);
}

function commitmentFault(entry: Of<'committed'>, before: readonly TrailEntry[]): string | undefined {
  const earlier =
    all(before, 'committed').length +
    all(before, 'begun').reduce((sum, { commitments }) => sum + commitments.length, 0);
  if (entry.commitment !== earlier + 1)
    return `says that it is commitment ${entry.commitment}, and ${earlier} came before it`;
  const known = latestValue(before);
  return entry.publicAt !== null && known !== undefined && entry.publicAt <= known
    ? `commits to ${entry.source}, of ${entry.publicAt}, where a draw before it rests on a value of ${known}`
    : undefined;
}

/** Draws count on from those of the designs that this one recalculates, which are not in its trail. */
function numberFault(entry: Of<'drawn'>, before: readonly TrailEntry[]): string | undefined {
  const draws = all(before, 'drawn');
  if (draws.some(({ selectionId }) => selectionId === entry.selectionId))
    return `draws ${entry.selectionId} a second time`;
  const last = draws.at(-1);
  const early = all(before, 'begun').reduce((sum, each) => sum + each.draws.length, 0);
  const recalculates = all(before, 'created').some((each) => each.recalculates !== null);
  const least = last === undefined ? early + 1 : last.draw + 1;
  const inLine = last === undefined && (recalculates || all(before, 'begun').length > 0);
  if (inLine ? entry.draw >= least : entry.draw === least) return undefined;
  return `says that it is draw ${entry.draw}, where draw ${least} comes next`;
}

/** A record against the entry that vouches for it. */
function recordFault(
  entry: Of<'drawn'>,
  before: readonly TrailEntry[],
  record: SelectionRecord | undefined,
): string | undefined {
  if (record === undefined) return undefined;
  const { frame, seed, trail } = record;
  const committed = seed.origin.trust === 'verifiable';
  const begins = before[0];
  const stood = before.length === 0 ? null : `${before.length} ${entry.previous}`;
  const differs: readonly (readonly [string, boolean])[] = [
    ['the design', record.designId !== entry.designId],
    ['the registry', frame.sha256 !== entry.frameSha256],
    ['the size of the registry', entry.frameSize !== undefined && frame.size !== entry.frameSize],
    [
      'the strata of the registry',
      entry.strataSha256 !== undefined && strataHash(record) !== entry.strataSha256,
    ],
    ['the seed', seed.text !== entry.seed],
    ['the units', record.selectedSha256 !== entry.selectedSha256],
    ['whether it was committed to', committed !== (entry.commitmentId !== null)],
    ['when its value was public', isEarly(seed.origin, entry.at)],
    [
      'whether its panel is kept',
      entry.panel?.choice === 'kept' &&
        stateOf(before).draws.some(
          (draw) => draw.selectionId === entry.panel?.selectionId && draw.seed !== entry.seed,
        ),
    ],
    ['which commitment it is by', otherCommitment(entry, before, seed.origin)],
    ['when its value became public', otherTime(entry, seed.origin)],
    ['which draw it is', trail !== undefined && trail.draw !== entry.draw],
    [
      'where the trail stood',
      trail !== undefined && (trail.head && `${trail.head.length} ${trail.head.hash}`) !== stood,
    ],
    [
      'when it was drawn',
      isBefore(entry.at, record.drawnAt) || (begins !== undefined && isBefore(record.drawnAt, begins.at)),
    ],
  ];
  const said = differs.flatMap(([what, is]) => (is ? [what] : []));
  return said.length === 0 ? undefined : `differs from its record in ${said.join(', ')}`;
}

/** Whether the number that a commitment binds is not the one of its entry. */
function otherCommitment(
  { commitmentId }: Of<'drawn'>,
  before: readonly TrailEntry[],
  origin: SelectionRecord['seed']['origin'],
): boolean {
  const number = origin.trust === 'verifiable' ? origin.commitment.number : undefined;
  const entry = all(before, 'committed').find((each) => each.commitmentId === commitmentId);
  return number !== undefined && entry !== undefined && entry.commitment !== number;
}

function otherTime({ valuePublicAt }: Of<'drawn'>, origin: SelectionRecord['seed']['origin']): boolean {
  const said = origin.kind === 'authority' ? (origin.authority.publicAt ?? null) : undefined;
  return valuePublicAt !== undefined && valuePublicAt !== said;
}

/** Whether a draw came before the value of its beacon was there, by more than clocks differ. */
function isEarly(origin: SelectionRecord['seed']['origin'], at: string): boolean {
  return origin.kind === 'drand' && Date.parse(at) + CLOCKS_DIFFER < drandRoundTime(origin.beacon.round);
}

/** Stand-ins come in the order in which they were drawn, each for a unit in use. */
function replacementFault(
  { selectionId, stratum: name, unitId, by, order }: Of<'replaced'>,
  before: readonly TrailEntry[],
  record: SelectionRecord | undefined,
): string | undefined {
  const known = all(before, 'replaced').filter((each) => each.selectionId === selectionId);
  const drawn =
    all(before, 'drawn').some((each) => each.selectionId === selectionId) ||
    all(before, 'begun').some(({ draws }) => draws.some((each) => each.selectionId === selectionId));
  if (!drawn) return `replaces a unit of ${selectionId}, which was not drawn before it`;
  const stratum = record?.strata.find((each) => each.name === name);
  if (stratum === undefined) return `replaces a unit of a stratum that ${selectionId} does not have`;
  const called = new Set(known.map((each) => each.by));
  const inUse =
    stratum.selected.some(({ id }) => id === unitId) ||
    (called.has(unitId) && stratum.replacements.some(({ id }) => id === unitId));
  if (!inUse) return `replaces ${unitId}, which was not drawn`;
  if (known.some((each) => each.unitId === unitId)) return `replaces ${unitId}, which was replaced before`;
  const next = stratum.replacements.find(({ id }) => !called.has(id));
  if (next?.id === by && next.order === order) return undefined;
  return next === undefined
    ? `calls ${by}, where no stand-in is left`
    : `calls ${by}, where ${next.id} is the next stand-in in the order of the draw`;
}

/** Analyses of the same days count on, and are of a draw that was made; that of a design before stands in its own trail. */
function analysisFault(entry: Of<'analysed'>, before: readonly TrailEntry[]): string | undefined {
  const { from, to, analysis, selectionId } = entry;
  if (from > to) return `is of days from ${from} to ${to}, which end before they begin`;
  const { analyses, draws } = stateOf(before);
  const earlier = analyses.filter((each) => overlaps(each, entry)).length;
  if (analysis !== earlier + 1)
    return `says that it is analysis ${analysis} of its days, and ${earlier} came before it`;
  const recalculates = all(before, 'created').some((each) => each.recalculates !== null);
  const unknown = selectionId !== null && !draws.some((draw) => draw.selectionId === selectionId);
  return unknown && !recalculates && all(before, 'begun').length === 0
    ? `is of readings of ${selectionId}, which was not drawn before it`
    : undefined;
}

function finalFault(entry: Of<'finalised'>, before: readonly TrailEntry[]): string | undefined {
  const { periodId, from, to, supersedes } = entry;
  if (all(before, 'begun').some(({ periods }) => periods.includes(periodId))) return undefined;
  const analysed = all(before, 'analysed').find((each) => each.periodId === periodId);
  if (analysed === undefined) return `declares ${periodId} final, which was not analysed before it`;
  const known = stateOf(before).finals.find((each) => overlaps(each, entry));
  if ((known?.periodId ?? null) !== supersedes)
    return `declares ${periodId} final in the place of ${supersedes ?? 'none'}, where ${known?.periodId ?? 'none'} was final`;
  return analysed.from === from && analysed.to === to
    ? undefined
    : `declares ${periodId} final for ${from} to ${to}, which is of ${analysed.from} to ${analysed.to}`;
}

function decisionFault(entry: Of<'moved'>, before: readonly TrailEntry[]): string | undefined {
  const { independent, verifier, actor, through } = entry;
  if (independent !== true) return undefined;
  if (verifier !== actor) return `is by ${actor} in the name of ${verifier ?? 'nobody'}`;
  if (through === 'api-key')
    return `calls itself independent, by a key that the operator of the oracle issued`;
  return before.some((each) => each.actor === actor)
    ? `calls itself independent, and ${actor} worked on the design before`
    : undefined;
}
