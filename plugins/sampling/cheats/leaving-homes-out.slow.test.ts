import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, HOMES, startVillage, type Village } from '../testing/village.js';
import { verifyTrail } from '../trail/verify-trail.js';

/** What somebody does who knows which homes did badly, and hands in the registry of the next year without them. */
describe('leaving homes out of the registry of the next year', () => {
  let village: Village;
  let years = 0;
  beforeAll(async () => {
    village = await startVillage();
  });
  afterAll(() => village.app.close());

  /** A design of the first year, whose first homes of the draw did badly. @returns its homes with their names of this year */
  async function measured() {
    years += 1;
    const named = HOMES.map((id) => id.replace('H', `Y${years}-`));
    const designId = await village.design({ projectId: `did:ixo:project/year-${years}` });
    const registryId = await village.registry(listOf(named));
    const { selected } = drawn(await village.draw(designId, { registryId, seed: years }));
    const rows = selected.map((unitId, at) => ({
      unitId,
      date: '2023-11-01',
      value: at < 12 ? 0.2 + at / 100 : 0.8 + at / 500,
    }));
    const analysis = await village.analyse(designId, rows);
    expect(analysis.status, analysis.text).toBe(201);
    return { designId, named, selected, registryId, periodId: analysis.at('periodId') };
  }
  const listOf = (homes: readonly string[]) => `household_id\n${homes.join('\n')}\n`;
  const without = (homes: readonly string[], gone: readonly string[]) => {
    const left = new Set(gone);
    return homes.filter((id) => !left.has(id));
  };
  /** Draws for the design of the next year. */
  const drawNext = async (designId: string, registryId: string) => {
    const terms = {
      registryId,
      seed: 'next',
      sampleSize: 30,
      panel: 'fresh',
      reason: 'The list of the year.',
    };
    const draw = await village.draw(designId, terms);
    expect(draw.status, draw.text).toBe(201);
    const { marks, checks } = await verifyTrail(await village.trail(designId));
    return {
      warnings: (draw.at('warnings') as string[]).join('\n'),
      marks: marks.map(({ mark }) => mark).join('\n'),
      notes: checks.map(({ detail }) => detail).join('\n'),
    };
  };
  const recalculated = async (designId: string, periodId: unknown) => {
    const answer = await village.alice.post(`/v1/sampling/${designId}/recalculation`, { periodId });
    return String(answer.at('design.designId'));
  };

  it('those that did badly, with others in their place: told with both means', async () => {
    const { designId, named, selected, periodId } = await measured();
    const next = await recalculated(designId, periodId);
    const newcomers = selected.slice(0, 12).map((_, at) => `NEW-${years}-${at}`);
    const registryId = await village.registry(
      listOf([...without(named, selected.slice(0, 12)), ...newcomers]),
    );
    const { marks, warnings, notes } = await drawNext(next, registryId);
    const told = `12 of the 60 units that ${designId} drew from are not in the registry of this draw; of 40 units with values in analyses of ${designId} 12 are gone from the registry (${selected.slice(0, 5).join(', ')}, …): their mean is 0.255, that of the others 0.851`;
    expect(marks).toContain(told);
    expect(warnings).toContain(told);
    expect(notes).toContain(told);
  });

  it('most of all homes, and the more the more it is told', async () => {
    const { designId, named, selected, periodId } = await measured();
    const next = await recalculated(designId, periodId);
    const newcomers = selected.slice(0, 28).map((_, at) => `NEW-${years}-${at}`);
    const registryId = await village.registry(
      listOf([...without(named, selected.slice(0, 28)), ...newcomers]),
    );
    const { marks } = await drawNext(next, registryId);
    expect(marks).toContain(
      `of 40 units with values in analyses of ${designId} 28 are gone from the registry`,
    );
  });

  it('and so by a new design, which recalculates none', async () => {
    const { designId, named, selected } = await measured();
    const next = await village.design({ projectId: `did:ixo:project/year-${years}`, population: 50 });
    const { marks } = await drawNext(
      next,
      await village.registry(listOf(without(named, selected.slice(0, 10)))),
    );
    expect(marks).toContain(
      `of 40 units with values in analyses of ${designId} 10 are gone from the registry`,
    );
  });

  it('nearly all that were measured, though the registry has most of the others', async () => {
    years += 1;
    const named = Array.from({ length: 200 }, (_, at) => `Y${years}-${at}`);
    const projectId = `did:ixo:project/year-${years}`;
    const first = await village.design({ projectId, population: 200 });
    const { selected } = drawn(
      await village.draw(first, { registryId: await village.registry(listOf(named)), seed: years }),
    );
    const rows = selected.map((unitId, at) => ({
      unitId,
      date: '2023-11-01',
      value: at < 40 ? 0.2 : 0.9 - at / 1000,
    }));
    expect((await village.analyse(first, rows)).status).toBe(201);
    const struck = selected.slice(0, Math.ceil(selected.length * 0.85));
    const next = await village.design({ projectId, population: 200 });
    const newcomers = struck.map((_, at) => `NEW-${years}-${at}`);
    const { marks, notes } = await drawNext(
      next,
      await village.registry(listOf([...without(named, struck), ...newcomers])),
    );
    const told = `of ${selected.length} units with values in analyses of ${first} ${struck.length} are gone from the registry`;
    expect(marks).toContain(told);
    expect(notes).toContain(told);
  });

  it('as many others with those that did badly, all with others in their place', async () => {
    const { designId, named, selected } = await measured();
    const gone = [...selected.slice(0, 10), ...selected.slice(14, 24)];
    const next = await village.design({ projectId: `did:ixo:project/year-${years}` });
    const newcomers = gone.map((_, at) => `NEW-${years}-${at}`);
    const { marks } = await drawNext(
      next,
      await village.registry(listOf([...without(named, gone), ...newcomers])),
    );
    expect(marks).toContain(
      `of 40 units with values in analyses of ${designId} 20 are gone from the registry`,
    );
  });

  it('any that moved away: a note with both means, and no mark', async () => {
    const { designId, named, selected, periodId } = await measured();
    const next = await recalculated(designId, periodId);
    const moved = [2, 15, 22, 30].flatMap((at) => selected[at] ?? []);
    const registryId = await village.registry(listOf([...without(named, moved), `NEW-${years}`]));
    const { marks, notes } = await drawNext(next, registryId);
    expect(notes).toContain(
      `of 40 units with values in analyses of ${designId} 4 are gone from the registry`,
    );
    expect(marks).not.toContain('gone from the registry');
  });

  it('nothing, where the registry is the same or grew, or is of other homes', async () => {
    const { designId, named, registryId, periodId } = await measured();
    const next = await recalculated(designId, periodId);
    expect((await drawNext(next, registryId)).notes).not.toContain('gone from the registry');
    const larger = await village.registry(listOf([...named, `NEW-${years}`]));
    const grown = await village.design({ projectId: `did:ixo:project/year-${years}`, population: 61 });
    expect((await drawNext(grown, larger)).notes).not.toContain('gone from the registry');
    const elsewhere = await village.design({ projectId: `did:ixo:project/year-${years}` });
    const others = await village.registry(listOf(named.map((id, at) => (at < 5 ? id : `Z${id}`))));
    expect((await drawNext(elsewhere, others)).notes).not.toContain('gone from the registry');
  });
});
