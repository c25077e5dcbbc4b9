import type { Principal } from 'oracle-runtime/plugin';
import type { HeldSet } from '../held/held-facts.js';
import { readingsOfLines } from '../periods/period-basis.js';
import { isOfDraw, type Reading } from '../periods/reading.js';
import { quoted } from '../selection/quoted.js';
import type { DesignRecord } from '../store/design-record.js';
import type { DrawOfPeriod } from './draw-of-period.js';
import { lineOf } from './line-of-designs.js';
import { linesOf } from './period-lines.js';
import type { SamplingService, StoredPeriod, StoredSelection } from './sampling-service.js';

/** The newest designs of an owner or project that are looked at, and the newest analyses of these. */
const [MOST_DESIGNS, MOST_ANALYSES] = [100, 40];
/** Part of the units of a draw that another one must have to be of the same homes, where their lists differ. */
const MOST_OF_DRAW = 0.5;

/** Expected means that differ by less are of one thing. */
const OF_ONE_MEASURE = 0.1;

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
    .limit(MOST_DESIGNS)
    .execute();
  // Those that go on from this design come after it, and tell of it themselves.
  const later = new Set(line);
  for (const { id, supersedes } of rows.toReversed())
    if (supersedes !== null && later.has(supersedes)) later.add(id);
  const all = rows.flatMap(({ id }) => (later.has(id) ? [] : [id]));
  const ofSameMeasure = rows.flatMap(({ id, document }) =>
    all.includes(id) && expectTheSame((JSON.parse(document) as DesignRecord).parameters, parameters)
      ? [id]
      : [],
  );
  if (draw === undefined || all.length === 0)
    return { line, all, ofTheseHomes: [], ofSameList: [], ofSameMeasure };
  const draws = await service.db
    .selectFrom('sampling_selections')
    .select(['design_id', 'document'])
    .where('design_id', 'in', all)
    .orderBy('created_at', 'desc')
    .limit(MOST_DESIGNS)
    .execute();
  const own = unitsIn(draw.record.strata);
  const [ofTheseHomes, ofSameList] = [new Set<string>(), new Set<string>()];
  for (const { design_id: id, document } of draws) {
    const { record } = JSON.parse(document) as StoredSelection;
    const isSameList = record.frame.sha256 === draw.record.frame.sha256;
    const shared = [...unitsIn(record.strata)].filter((unit) => own.has(unit)).length;
    if (id === null) continue;
    if (isSameList) ofSameList.add(id);
    if (isSameList || shared >= MOST_OF_DRAW * own.size) ofTheseHomes.add(id);
  }
  return { line, all, ofTheseHomes: [...ofTheseHomes], ofSameList: [...ofSameList], ofSameMeasure };
}

type Expected = Pick<DesignRecord['parameters'], 'parameterType' | 'expectedMean'>;

function expectTheSame(a: Expected, b: Expected): boolean {
  return (
    a.parameterType === b.parameterType &&
    Math.abs(a.expectedMean - b.expectedMean) <=
      OF_ONE_MEASURE * Math.max(Math.abs(a.expectedMean), Math.abs(b.expectedMean))
  );
}

function unitsIn(strata: DrawOfPeriod['record']['strata']): Set<string> {
  return new Set(strata.flatMap(({ selected }) => selected.map(({ id }) => id)));
}

/** Analyses of other designs of the same owner or project, of days since a draw. */
export async function analysesOfKin(
  service: SamplingService,
  { all, ofSameList, ofSameMeasure }: KinDesigns,
  drawnOn: string,
): Promise<HeldSet[]> {
  if (all.length === 0) return [];
  const rows = await service.db
    .selectFrom('sampling_periods')
    .select(['id', 'document'])
    .where('design_id', 'in', [...all])
    .orderBy('created_at', 'desc')
    .limit(MOST_ANALYSES)
    .execute();
  const sets = await Promise.all(
    rows.map(async ({ id, document }): Promise<HeldSet[]> => {
      const period = JSON.parse(document) as StoredPeriod;
      const question = period.basis?.question;
      const lines = await linesOf(service, period);
      if (question === undefined || lines === undefined || question.to < drawnOn) return [];
      const inside = readingsOfLines(lines).filter(
        (each) => isOfDraw(each) && each.date >= question.from && each.date <= question.to,
      );
      return [
        {
          what: `analysis ${id} of ${period.designId}`,
          from: question.from,
          to: question.to,
          values: valuesOf(inside),
          sameList: ofSameList.includes(period.designId),
          sameMeasure: ofSameMeasure.includes(period.designId),
          daily: true,
        },
      ];
    }),
  );
  return sets.flat();
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

/** A sheet of the same workbook as the readings, which could have been read as well. */
export function setOfSheet(name: string, readings: readonly Reading[]): HeldSet[] {
  const days = readings.flatMap(({ date, value }) => (value === null ? [] : [date])).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const what = `the sheet ${quoted(name)} of the same workbook`;
  return [
    {
      what,
      from: first,
      to: last,
      values: valuesOf(readings),
      sameList: true,
      sameMeasure: true,
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
