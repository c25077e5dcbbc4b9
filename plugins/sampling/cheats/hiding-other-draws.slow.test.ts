import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SelectionRecord, sealRecord } from '../selection/selection-record.js';
import { drawn, REGISTRY, startVillage, type Village } from '../testing/village.js';
import { verifyLine } from '../trail/verify-line.js';

/** What somebody does so that an earlier draw of the same homes is not seen, or so that a small one looks like the planned one. */
describe('hiding other draws', () => {
  let village: Village;
  beforeAll(async () => {
    village = await startVillage();
    const designId = await village.design();
    await village.draw(designId, { registryId: await village.registry(), seed: 1 });
  });
  afterAll(() => village.app.close());

  it('one invented household: the homes that both registries have are counted', async () => {
    const registryId = await village.registry(`${REGISTRY}H60\n`);
    const designId = await village.design();
    await village.draw(designId, { registryId, seed: 2 });
    expect(await village.marks(designId)).toContain(
      '1 other design(s) of the same owner draw from or commit to the same units since 2023-09-14 (60 ids of this registry are in theirs)',
    );
  });

  it('a later draw of the same homes: the design that drew before hears of it, once, and verify of both says it', async () => {
    const ids = Array.from({ length: 70 }, (_, i) => `S${i}`);
    const registryId = await village.registry(`household_id\n${ids.join('\n')}\n`);
    const [first, second] = [
      await village.design({ projectId: 'did:ixo:project/first' }),
      await village.design({ projectId: 'did:ixo:project/second' }),
    ];
    await village.draw(first, { registryId, seed: 'a' });
    await village.draw(second, { registryId, seed: 'b' });
    await village.draw(second, { registryId, seed: 'c', panel: 'fresh', reason: 'Another year.' });
    const mark = `The design ${second} of the same owner drew from the same units after this one`;
    expect((await village.marks(first)).split(mark)).toHaveLength(2);
    expect(await village.marks(second)).not.toContain('after this one');
    const { checks } = await verifyLine([await village.trail(first), await village.trail(second)]);
    const told = checks.filter(({ name }) => name === 'same units');
    expect(told.map(({ note }) => note)).toEqual([true, true]);
    expect(told[0]?.detail).toContain(`draw 1 of ${first}`);
  });

  it('a later draw of the same homes but one: verify of both says it as well', async () => {
    const ids = Array.from({ length: 70 }, (_, i) => `T${i}`);
    const list = (units: readonly string[]) => village.registry(`household_id\n${units.join('\n')}\n`);
    const [first, second] = [
      await village.design({ projectId: 'did:ixo:project/third' }),
      await village.design({ projectId: 'did:ixo:project/fourth' }),
    ];
    await village.draw(first, { registryId: await list(ids), seed: 'a' });
    await village.draw(second, { registryId: await list([...ids.slice(1), 'T-new']), seed: 'b' });
    const { checks } = await verifyLine([await village.trail(second), await village.trail(first)]);
    const told = checks.filter(({ name }) => name === 'same units');
    expect(told).toEqual([
      expect.objectContaining({
        note: true,
        detail: expect.stringMatching(
          new RegExp(`are from registries that have some units in common, as entry \\d+ of ${first} says`),
        ),
      }),
    ]);
  });

  it('a later draw of the project from renamed homes: the design that drew before hears of it', async () => {
    const ids = Array.from({ length: 70 }, (_, i) => `U${i}`);
    const list = (units: readonly string[]) => village.registry(`household_id\n${units.join('\n')}\n`);
    const projectId = 'did:ixo:project/renamed';
    const [first, second] = [await village.design({ projectId }), await village.design({ projectId })];
    await village.draw(first, { registryId: await list(ids), seed: 'a' });
    await village.draw(second, { registryId: await list(ids.map((id) => `Home ${id}-x`)), seed: 'b' });
    expect(await village.marks(first)).toContain(
      `The design ${second} of the same owner drew from units with other ids for the same project after this one`,
    );
    expect(await village.marks(second)).not.toContain('after this one');
  });

  it('homes of which one owner and project knows nothing of the other: verify of both counts what both drew', async () => {
    const ben = await village.app.client('ben', ['sampling'], 'did:key:ben');
    const ids = Array.from({ length: 70 }, (_, i) => `W${i}`);
    const first = await village.design({ projectId: 'did:ixo:project/mine' });
    const registryId = await village.registry(`household_id\n${ids.join('\n')}\n`);
    await village.draw(first, { registryId, seed: 'a' });
    const text = `household_id\n${['W-new', ...ids.slice(1)].join('\n')}\n`;
    const his = await ben.post('/v1/sampling/registries?name=b.csv', text, { 'Content-Type': 'text/csv' });
    const design = await ben.post('/v1/sampling', {
      projectId: 'did:ixo:project/his',
      population: 70,
      confidence: 0.95,
      precision: 0.05,
      expectedMean: 0.8,
      expectedSD: 0.2,
      dropoutRate: 0.1,
    });
    const designId = String(design.at('designId'));
    const made = await ben.post('/v1/sampling/selections', {
      designId,
      registryId: his.at('registryId'),
      sampleSize: 40,
      seed: 'b',
    });
    expect(made.status, made.text).toBe(201);
    const trail = (await ben.get(`/v1/sampling/${designId}/trail`)).at('');
    const { checks } = await verifyLine([trail, await village.trail(first)]);
    expect(checks.filter(({ name }) => name === 'same units')).toEqual([
      expect.objectContaining({
        note: true,
        detail: expect.stringMatching(/are from registries of which both drew \d+ unit\(s\) of the same id/),
      }),
    ]);
  });

  it('one home under two ids that are read as one: it has twice the chance, and the draw bears a mark', async () => {
    const ids = Array.from({ length: 70 }, (_, i) => `HX-1${String(i).padStart(3, '0')}`);
    const registryId = await village.registry(`household_id\n${[...ids, 'HX-l001'].join('\n')}\n`);
    const designId = await village.design({ projectId: 'did:ixo:project/two-ids' });
    await village.draw(designId, { registryId, seed: 1 });
    expect(await village.marks(designId)).toContain(
      '1 id(s) of the registry differ from another only in letters that look alike (HX-l001, like HX-1001 of line 3): were they one unit',
    );
  });

  it('another key and another spelling: counted, and nothing is told of whose the other draw is', async () => {
    const bob = await village.app.client('bob', ['sampling'], 'did:key:bob');
    const spelled = REGISTRY.replaceAll('H', 'h-');
    const { registryId } = (
      await bob.post('/v1/sampling/registries?name=b.csv', spelled, { 'Content-Type': 'text/csv' })
    ).at('') as { registryId: string };
    const design = await bob.post('/v1/sampling', {
      projectId: 'did:ixo:project/b',
      population: 60,
      confidence: 0.95,
      precision: 0.05,
      expectedMean: 0.8,
      expectedSD: 0.2,
      dropoutRate: 0.1,
    });
    const designId = String(design.at('designId'));
    const committed = await bob.post('/v1/sampling/commitments', {
      designId,
      registryId,
      authority: 'FOEN',
      sampleSize: 40,
    });
    expect(committed.status).toBe(201);
    const trail = await bob.get(`/v1/sampling/${designId}/trail`);
    expect(trail.at('marks.0.mark')).toMatch(
      /^\d other design\(s\) draw from or commit to the same units since 2023-09-14 \(60 ids/,
    );
    expect(trail.text).not.toContain('did:key:alice');
  });

  it('another column of the same registry as the ids, for another project: marked in both trails', async () => {
    const two = Array.from({ length: 60 }, (_, i) => `Q${i + 500},M-${i * 7 + 1000}`).join('\n');
    const registryId = await village.registry(`household_id,meter_no\n${two}\n`);
    const [first, second] = [
      await village.design({ projectId: 'did:ixo:project/c1' }),
      await village.design({ projectId: 'did:ixo:project/c2' }),
    ];
    const one = await village.draw(first, { registryId, seed: 1, columns: { id: 'household_id' } });
    expect(one.status, one.text).toBe(201);
    const other = await village.draw(second, { registryId, seed: 2, columns: { id: 'meter_no' } });
    expect(other.status, other.text).toBe(201);
    expect(other.at('record.frame.sha256')).not.toBe(one.at('record.frame.sha256'));
    expect(await village.marks(second)).toMatch(/other design\(s\).* draw from or commit to the same units/);
    expect(await village.marks(first)).toContain(`The design ${second} of the same owner drew from some of`);
    const third = await village.design({ projectId: 'did:ixo:project/c3' });
    const committed = await village.alice.post('/v1/sampling/commitments', {
      designId: third,
      registryId,
      authority: 'FOEN',
      sampleSize: 40,
      columns: { id: 'meter_no' },
    });
    expect(committed.status, committed.text).toBe(201);
    expect(await village.marks(third)).toMatch(
      /^2 other design\(s\).* draw from or commit to the same units/m,
    );
  });

  it.each([
    ['the same file under another name', 'R', (text: string) => text],
    ['the same ids in a file that was saved anew', 'V', (text: string) => text.replaceAll('\n', '\r\n')],
    ['the same columns in another order', 'X', (text: string) => text.replaceAll(/^(.*),(.*)$/gm, '$2,$1')],
    ['the same list without its last home', 'Y', (text: string) => text.replace(/.*\n$/, '')],
    ['that column alone', 'Z', (text: string) => text.replaceAll(/^.*,(.*)$/gm, '$1')],
  ])('%s and another column of it as the ids: marked in both trails', async (_what, prefix, saved) => {
    const rows = Array.from({ length: 60 }, (_, i) => `${prefix}${i + 500},${prefix}M-${i * 7 + 1000}`);
    const text = `household_id,meter_no\n${rows.join('\n')}\n`;
    const [one, two] = [await village.registry(text), await village.registry(saved(text))];
    expect(one).not.toBe(two);
    const [first, second] = [
      await village.design({ projectId: `did:ixo:project/${prefix}1` }),
      await village.design({ projectId: `did:ixo:project/${prefix}2` }),
    ];
    const drawn = await village.draw(first, { registryId: one, seed: 1 });
    expect(drawn.status, drawn.text).toBe(201);
    const other = await village.draw(second, { registryId: two, seed: 2, columns: { id: 'meter_no' } });
    expect(other.status, other.text).toBe(201);
    expect(await village.marks(second)).toMatch(/other design\(s\).* draw from or commit to the same units/);
    expect(await village.marks(first)).toContain(`The design ${second} of the same owner drew from some of`);
  });

  it('the same file again, when the one that was drawn from was deleted', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `W${i + 500},WM-${i * 7 + 1000}`);
    const text = `household_id,meter_no\n${rows.join('\n')}\n`;
    const one = await village.registry(text);
    const first = await village.design({ projectId: 'did:ixo:project/w1' });
    await village.draw(first, { registryId: one, seed: 1 });
    const gone = await village.alice.delete(`/v1/sampling/registries/${one}?reason=An%20old%20list`);
    expect(gone.status, gone.text).toBe(200);
    const second = await village.design({ projectId: 'did:ixo:project/w2' });
    const again = { registryId: await village.registry(text), seed: 2, columns: { id: 'meter_no' } };
    expect((await village.draw(second, again)).status).toBe(201);
    expect(await village.marks(second)).toMatch(/other design\(s\).* draw from or commit to the same units/);
  });

  it('draws for no design, to try seeds before the one that counts', async () => {
    const ids = Array.from({ length: 300 }, (_, i) => `K${i}`);
    const registryId = await village.registry(`household_id\n${ids.join('\n')}\n`);
    for (const seed of [1, 2, 3])
      await village.alice.post('/v1/sampling/selections', { registryId, seed, sampleSize: 40 });
    const designId = await village.design();
    const wider = await village.registry(`household_id\n${[...ids, 'K-new'].join('\n')}\n`);
    await village.draw(designId, { registryId: wider, seed: 3 });
    expect(await village.marks(designId)).toMatch(
      /^3 draw\(s\) for no design draw from .* \(about (29\d|30[01]) ids of this registry are in theirs\)/m,
    );
  });

  it('all ids renamed: draws of other designs of the project are counted, whatever their ids', async () => {
    const registryId = await village.registry(REGISTRY.replaceAll('H', 'Home no. 9'));
    const designId = await village.design();
    await village.draw(designId, { registryId, seed: 1, sampleSize: undefined });
    expect(await village.marks(designId)).toMatch(
      /^A person typed the seed of draw 1: .*\n\d other design\(s\) of this project of the same owner draw from or commit to units with other ids since 2023-09-14: were these the same homes under other names/,
    );
  });

  it('a list of other homes with the same numbers of rows and codes bears no mark', async () => {
    const list = (prefix: string) =>
      `${prefix}_id,no,code\n${Array.from({ length: 60 }, (_, i) => `${prefix}${i * 9 + 500},${i + 1},C-${i + 1}`).join('\n')}\n`;
    const [first, second] = [
      await village.design({ projectId: 'did:ixo:project/e1' }),
      await village.design({ projectId: 'did:ixo:project/e2' }),
    ];
    await village.draw(first, { registryId: await village.registry(list('east')), seed: 1 });
    await village.draw(second, { registryId: await village.registry(list('west')), seed: 2 });
    expect(await village.marks(second)).not.toContain('other design');
  });

  it('other homes of another project bear no mark', async () => {
    const ids = Array.from({ length: 60 }, (_, i) => `far-${i + 500}`);
    const designId = await village.design({ projectId: 'did:ixo:project/far' });
    await village.draw(designId, {
      registryId: await village.registry(`household_id\n${ids.join('\n')}\n`),
      seed: 1,
      sampleSize: undefined,
    });
    expect(await village.marks(designId)).toBe(
      'A person typed the seed of draw 1: others may have been tried before it.\nThe design is draft: nobody approved it before the draw.',
    );
  });

  it('a draw that is smaller than planned, or of another population: in the trail and in each analysis', async () => {
    const ids = Array.from({ length: 3000 }, (_, i) => `N${i}`);
    const registryId = await village.registry(`household_id\n${ids.join('\n')}\n`);
    const designId = await village.design();
    const draw = await village.draw(designId, { registryId, seed: 1 });
    const { selected } = drawn(draw);
    const said = [
      'The registry has 3000 units, the design says 60: recalculate the design.',
      expect.stringMatching(/^40 units were drawn, the design plans \d+\.$/),
    ];
    const marks = (await village.marks(designId)).split('\n');
    for (const each of said) expect(marks).toContainEqual(each);
    // The verdict on the draw carries them too, and of a record that the trail does not hold it says that.
    const judge = (more: object) => village.alice.post('/v1/sampling/randomness', more);
    const verdict = await judge({ selectionId: draw.at('selectionId') });
    expect(verdict.at('recomputed')).toBe('pass');
    for (const each of said) expect(verdict.at('marks')).toContainEqual(each);
    expect(verdict.at('trail.length')).toBe(2);
    const { sha256: _, trail: __, ...rest } = draw.at('record') as SelectionRecord;
    const foreign = await judge({ registryId, record: sealRecord(rest) });
    expect(foreign.at('recomputed')).toBe('fail');
    expect(foreign.at('statement')).toContain(`The trail of ${designId} holds no draw with this record.`);
    expect(foreign.at('marks')).toEqual([`The trail of ${designId} holds no draw with this record.`]);
    const analysis = await village.analyse(designId, village.readings(selected, '2023-11-01'));
    for (const each of said) expect(analysis.at('warnings')).toContainEqual(each);
    // The correction for a finite population is that of the registry: 40 of 60 would make the interval short by .58.
    expect(analysis.at('pooled.population')).toBe(3000);
    const honest = await village.design();
    const all = await village.draw(honest, { registryId: await village.registry(), seed: 9 });
    const short = await village.analyse(honest, village.readings(drawn(all).selected, '2023-11-01'));
    const width = (answer: typeof short) => Number(answer.at('pooled.estimate.relativePrecision'));
    expect(width(short) / width(analysis)).toBeCloseTo(Math.sqrt(1 - 40 / 60) / Math.sqrt(1 - 40 / 3000), 6);
  });
});
