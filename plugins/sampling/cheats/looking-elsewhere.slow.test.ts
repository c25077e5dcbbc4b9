import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, REGISTRY, startVillage, type Village } from '../testing/village.js';
import { verifyTrail } from '../trail/verify-trail.js';

/** What somebody does who has the values of the drawn homes analysed under another design, and takes what pleases. */
describe('looking at values under another design', () => {
  let village: Village;
  let designId: string;
  let selectionId: string;
  let selected: readonly string[];
  let registryId: string;
  let there: readonly string[];
  const DAYS = { monitoringPeriod: undefined, from: '2023-11-01', to: '2023-11-30' };
  beforeAll(async () => {
    village = await startVillage();
    village.days(-30);
  });
  afterAll(() => village.app.close());

  /** @returns another design of the owner, which has drawn by a seed where one is given */
  const begin = async (project: string, otherSeed?: number) => {
    registryId = await village.registry(REGISTRY.replaceAll('H', `${project}-`));
    const other = await village.design({ projectId: `did:ixo:project/${project}-other` });
    if (otherSeed !== undefined)
      there = drawn(await village.draw(other, { registryId, seed: otherSeed, sampleSize: 40 })).selected;
    const made = await village.design({ projectId: `did:ixo:project/${project}` });
    const draw = await village.draw(made, { registryId, seed: 1, replacements: 8 });
    expect(draw.status, draw.text).toBe(201);
    designId = made;
    ({ selectionId, selected } = drawn(draw));
    village.days(120);
    return other;
  };
  const told = async () => {
    const { marks, checks } = await verifyTrail(await village.trail(designId));
    return {
      marks: marks.map(({ mark }) => mark).join('\n'),
      notes: checks.map(({ detail }) => detail).join('\n'),
    };
  };
  const analyse = async (of: string, readings: Parameters<Village['analyse']>[1], more: object = DAYS) => {
    const answer = await village.analyse(of, readings, more);
    expect(answer.status, answer.text).toBe(201);
    return String(answer.at('periodId'));
  };

  it('of another day, which no analysis of the design has: marked with both means', async () => {
    const other = await begin('other-day');
    const periodId = await analyse(other, village.readings(selected, '2023-12-05'), {
      ...DAYS,
      from: '2023-12-01',
      to: '2023-12-31',
    });
    const better = village
      .readings(selected, '2023-11-10')
      .map((each) => ({ ...each, value: each.value + 0.1 }));
    await analyse(designId, better);
    const { marks, notes } = await told();
    const what = `analysis ${periodId} of ${other} (40 of these units, 2023-12-01 to 2023-12-31)`;
    expect(marks).toContain(
      `${what} is of days that no analysis of this design has: its mean is 0.8, and that of this analysis 0.9.`,
    );
    expect(notes).toContain(`beside it this oracle holds ${what}, with the mean 0.8`);
    village.days(-120);
  });

  it('of the same day, with other values: marked with how many', async () => {
    const other = await begin('other-values');
    const honest = village.readings(selected, '2023-11-10');
    await analyse(other, honest);
    await analyse(
      designId,
      honest.map((each) => (each.value < 0.72 ? { ...each, value: 0.9 } : each)),
    );
    expect((await told()).marks).toMatch(
      /has other values of 8 units on the days that both have: the mean is 0\.8 there and 0\.84 here/,
    );
    village.days(-120);
  });

  it('and replacing those that do badly: marked, and no note says that nobody has values of them', async () => {
    const other = await begin('replaced', 1);
    const all = village
      .readings(selected, '2023-11-10')
      .map((each, i) => ({ ...each, value: i < 5 ? 0.1 : each.value }));
    await analyse(other, all);
    const low = selected.slice(0, 5);
    const called = await village.alice.post(`/v1/sampling/selections/${selectionId}/replacements`, {
      units: low,
      reason: 'moved away',
    });
    expect(called.status, called.text).toBe(201);
    const standIns = (called.at('replaced') as { by: string }[]).map(({ by }) => by);
    const rest = all.slice(5).map((each) => ({ ...each, date: '2023-11-20' }));
    await analyse(designId, [...rest, ...village.readings(standIns, '2023-11-20')]);
    const { marks, notes } = await told();
    expect(marks).toMatch(
      /5 units that were asked \(.*\) have no value here, and have one in .*: their mean is 0\.1 there/,
    );
    expect(notes).not.toContain('no analysis has values of them');
    village.days(-120);
  });

  it('and forty other analyses after it: marked all the same', async () => {
    const other = await begin('behind-many');
    const honest = village.readings(selected, '2023-11-10');
    const periodId = await analyse(other, honest);
    const unlike = await village.design({ projectId: 'did:ixo:project/many' });
    const listed = await village.registry(REGISTRY.replaceAll('H', 'M-'));
    const homes = drawn(await village.draw(unlike, { registryId: listed, seed: 3 })).selected;
    for (let at = 0; at < 41; at++) {
      const value = (i: number) => 0.5 + ((i * 7 + at) % 11) / 50;
      const rows = homes.map((unitId, i) => ({ unitId, date: '2023-11-10', value: value(i) }));
      // Each is newer than the one that matters.
      village.days(1 / 24);
      await analyse(unlike, rows, { ...DAYS, reason: `Look ${at}.` });
    }
    await analyse(
      designId,
      honest.map((each) => (each.value < 0.72 ? { ...each, value: 0.9 } : each)),
    );
    expect((await told()).marks).toContain(
      `analysis ${periodId} of ${other} (40 of these units, 2023-11-01 to 2023-11-30) has other values of 8 units`,
    );
    village.days(-120);
  });

  it('bears no mark where another design of the registry measured other homes, or the same with the same values', async () => {
    const other = await begin('honest', 99);
    await analyse(other, village.readings(there, '2023-11-12'));
    await analyse(designId, village.readings(selected, '2023-11-10'));
    expect((await told()).marks).not.toMatch(
      /have no value here|has other values|no analysis of this design has/,
    );
    village.days(-120);
  });
});
