import type { Principal } from 'oracle-runtime/plugin';
import type { HeldSet } from '../held/held-facts.js';
import { readingsOfLines } from '../periods/period-basis.js';
import { isOfDraw, type Reading } from '../periods/reading.js';
import type { DesignRecord } from '../store/design-record.js';
import { overlaps } from '../trail/trail-state.js';
import type { DrawOfPeriod } from './draw-of-period.js';
import type { BesideInFile } from './given-readings.js';
import { inParts } from './in-parts.js';
import { lineOf } from './line-of-designs.js';
import { linesOf } from './period-lines.js';
import { withinRows } from './rows-at-hand.js';
import type { SamplingService, StoredPeriod, StoredSelection } from './sampling-service.js';

/** Part of the units of a draw that another one must have to be of the same homes, where their lists differ. */
const MOST_OF_DRAW = 0.5;

/** Expected means that differ by less are of one thing; */
const OF_ONE_MEASURE = 0.1;
/** by a greater factor, of another one or in another unit. */
const OF_ONE_SCALE = 2;

/** Designs whose draws are of the homes of a draw. */
export interface KinDesigns {
  /** The design and those that it recalculates. */
  readonly line: readonly string[];
  /** All others of its owner or project. */
  readonly all: readonly string[];
  /** Of these, those that drew from the same list, or most of the same homes. */
  readonly ofTheseHomes: readonly string[];
  readonly ofSameList: readonly string[];
  /** Of all others, those that expect the same of a unit: they measure the same thing. */
  readonly ofSameMeasure: readonly string[];
  /** Those that may: an expected mean is the word of whoever plans. */
  readonly ofLikeMeasure: readonly string[];
}

/** Other designs of the same owner or project, by whether they drew the same homes. */
export async function kinOf(
  service: SamplingService,
  principal: Principal,
  { designId, projectId, parameters }: Pick<DesignRecord, 'designId' | 'projectId' | 'parameters'>,
  draw: Pick<DrawOfPeriod, 'record'> | undefined,
): Promise<KinDesigns> {
  const line = (await lineOf(service, designId)).map((each) => each.designId);
  const rows = await service.db
    .selectFrom('sampling_designs')
    .select(['id', 'supersedes', 'document'])
    .where('id', 'not in', line)
    .where((eb) =>
      eb.or([
        eb('owner', '=', principal.id),
        ...(projectId === null || projectId === undefined ? [] : [eb('project_id', '=', projectId)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .execute();
  // Those that go on from this design come after it, and tell of it themselves.
  const later = new Set(line);
  for (const { id, supersedes } of rows.toReversed())
    if (supersedes !== null && later.has(supersedes)) later.add(id);
  const all = rows.flatMap(({ id }) => (later.has(id) ? [] : [id]));
  const [ofSameMeasure, ofLikeMeasure] = [new Set<string>(), new Set<string>()];
  for (const { id, document } of rows) {
    if (later.has(id)) continue;
    const { parameters: theirs } = JSON.parse(document) as DesignRecord;
    if (expectTheSame(theirs, parameters)) ofSameMeasure.add(id);
    else if (expectAlike(theirs, parameters)) ofLikeMeasure.add(id);
  }
  const measures = { ofSameMeasure: [...ofSameMeasure], ofLikeMeasure: [...ofLikeMeasure] };
  if (draw === undefined || all.length === 0)
    return { line, all, ofTheseHomes: [], ofSameList: [], ...measures };
  const own = unitsIn(draw.record.strata);
  const [ofTheseHomes, ofSameList] = [new Set<string>(), new Set<string>()];
  for (const ids of inParts(all)) {
    const draws = await service.db
      .selectFrom('sampling_selections')
      .select(['design_id', 'document'])
      .where('design_id', 'in', ids)
      .execute();
    for (const { design_id: id, document } of draws) {
      const { record } = JSON.parse(document) as StoredSelection;
      const isSameList = record.frame.sha256 === draw.record.frame.sha256;
      const shared = [...unitsIn(record.strata)].filter((unit) => own.has(unit)).length;
      if (id === null) continue;
      if (isSameList) ofSameList.add(id);
      if (isSameList || shared >= MOST_OF_DRAW * own.size) ofTheseHomes.add(id);
    }
  }
  return { line, all, ofTheseHomes: [...ofTheseHomes], ofSameList: [...ofSameList], ...measures };
}

type Expected = Pick<DesignRecord['parameters'], 'parameterType' | 'expectedMean'>;

function expectTheSame(a: Expected, b: Expected): boolean {
  return (
    a.parameterType === b.parameterType &&
    Math.abs(a.expectedMean - b.expectedMean) <=
      OF_ONE_MEASURE * Math.max(Math.abs(a.expectedMean), Math.abs(b.expectedMean))
  );
}

function expectAlike(a: Expected, b: Expected): boolean {
  const factor = a.expectedMean / b.expectedMean;
  return a.parameterType === b.parameterType && factor <= OF_ONE_SCALE && factor >= 1 / OF_ONE_SCALE;
}

function unitsIn(strata: DrawOfPeriod['record']['strata']): Set<string> {
  return new Set(strata.flatMap(({ selected }) => selected.map(({ id }) => id)));
}

/** What an analysis is held against other ones by. */
interface HeldAgainst {
  readonly units: ReadonlySet<string>;
  readonly from: string;
  readonly to: string;
  readonly drawnOn: string;
  /** The column that its values were read from; undefined for rows. */
  readonly column: string | undefined;
}

/**
 * Analyses of other designs of the same owner or project, of days since a draw: all that can be of its homes, those of these
 * homes and days first.
 * @returns how many had too many rows to be looked at, as well
 */
export async function analysesOfKin(
  service: SamplingService,
  { all, ofTheseHomes, ofSameList, ofSameMeasure, ofLikeMeasure }: KinDesigns,
  { units, drawnOn, column, ...days }: HeldAgainst,
): Promise<{ readonly sets: HeldSet[]; readonly left: number }> {
  const [homes, list] = [new Set(ofTheseHomes), new Set(ofSameList)];
  const analyses = [];
  for (const ids of inParts(all)) {
    const rows = await service.db
      .selectFrom('sampling_periods')
      .select(['id', 'created_at', 'document'])
      .where('design_id', 'in', ids)
      .execute();
    for (const { id, created_at: at, document } of rows) {
      const period = JSON.parse(document) as StoredPeriod;
      const { basis, designId, read } = period;
      if (basis === undefined || basis.question.to < drawnOn) continue;
      // Of fewer rows than that, it cannot be of most of the homes.
      if (!list.has(designId) && basis.rows < MOST_OF_DRAW * units.size) continue;
      const { from, to } = basis.question;
      const near = Number(homes.has(designId)) * 2 + Number(overlaps({ from, to }, days));
      const there = read?.columns.value;
      analyses.push({ id, at, designId, basis, from, to, rows: basis.rows, near, column: there });
    }
  }
  analyses.sort((a, b) => b.near - a.near || (a.at < b.at ? 1 : -1));
  const { looked, left } = withinRows(analyses);
  const sets: HeldSet[] = [];
  for (const { id, designId, basis, from, to, column: there } of looked) {
    const lines = await linesOf(service, { basis });
    if (lines === undefined) continue;
    const values = valuesOf(
      readingsOfLines(lines).filter((each) => isOfDraw(each) && each.date >= from && each.date <= to),
    );
    const shared = [...values.keys()].filter((unit) => units.has(unit)).length;
    if (shared === 0 || !(list.has(designId) || shared >= MOST_OF_DRAW * units.size)) continue;
    const sameMeasure = ofSameMeasure.includes(designId);
    sets.push({
      what: `analysis ${id} of ${designId}`,
      from,
      to,
      values,
      sameList: list.has(designId),
      sameMeasure,
      likeMeasure:
        !sameMeasure &&
        ofLikeMeasure.includes(designId) &&
        (there === undefined || column === undefined || there === column),
      daily: true,
    });
  }
  return { sets, left };
}

/** Reports of devices of days since a draw; their value of a unit is the share of days, the mean of its devices. */
export async function reportsSince(
  service: SamplingService,
  owner: string,
  { line, all }: KinDesigns,
  drawnOn: string,
): Promise<HeldSet[]> {
  const asked = { owner, designIds: [...line, ...all], from: drawnOn, to: '9999-12-31' };
  const reports = (await Promise.all(service.reports.map((held) => held(asked)))).flat();
  return reports.map(({ reportId, from, to, units }) => ({
    what: `report of loggers ${reportId}`,
    from,
    to,
    values: new Map(
      units.map(({ unitId, values }) => {
        const shares = values.flatMap(([share]) => share ?? []);
        const value = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
        return [unitId, [{ day: to, value }]] as const;
      }),
    ),
    sameList: false,
    sameMeasure: false,
    daily: false,
  }));
}

/** What stands beside the readings in their file, of their days. */
export function setInFile(
  { what, readings, sameMeasure, head }: BesideInFile,
  { from, to }: { readonly from: string; readonly to: string },
): HeldSet[] {
  const own = sameMeasure ? readings : readings.filter(({ date }) => date >= from && date <= to);
  const days = own.flatMap(({ date, value }) => (value === null ? [] : [date])).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [
    {
      what,
      from: first,
      to: last,
      values: valuesOf(own),
      sameList: true,
      sameMeasure,
      likeMeasure: head?.isLike === true,
      underOtherHead: !sameMeasure && head?.isLike !== true,
      inOtherUnit: head?.isOfOtherUnit === true,
      daily: true,
    },
  ];
}

function valuesOf(readings: readonly Reading[]): HeldSet['values'] {
  const values = new Map<string, { readonly day: string; readonly value: number }[]>();
  for (const { unitId, date, value } of readings)
    if (value !== null) values.set(unitId, [...(values.get(unitId) ?? []), { day: date, value }]);
  return values;
}
