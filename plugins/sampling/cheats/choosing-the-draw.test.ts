import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEACON, drawn, HOMES, startVillage, type Village } from '../testing/village.js';

/** What somebody does who wants other homes than those that chance gives. */
describe('choosing the draw', () => {
  let village: Village;
  beforeAll(async () => {
    village = await startVillage();
  });
  afterAll(() => village.app.close());

  it('seed after results: readings older than the draw do not count', async () => {
    const designId = await village.design();
    const registryId = await village.registry();
    village.days(120);
    const all = village.readings(HOMES, '2023-11-01');
    expect((await village.analyse(designId, all)).status).toBe(201);
    const late = await village.draw(designId, { registryId, seed: 'pleasant' });
    expect(late.at('warnings')).toContainEqual(expect.stringContaining('came after 1 analysed set'));
    const mine = village.readings(drawn(late).selected, '2023-11-01');
    const refused = await village.analyse(designId, mine);
    expect(refused.status).toBe(400);
    expect(refused.at('errors')).toEqual([
      {
        field: 'readings.0.date',
        message: '40 readings, from readings.0 to readings.39, lie before the draw of 2024-01-12',
      },
    ]);
    expect(refused.at('hint')).toContain('reason');
    const marked = await village.analyse(designId, mine, { reason: 'Entered late from paper.' });
    expect(marked.at('deviations.0')).toMatchObject({ kind: 'before the draw', readings: 40 });
    expect(marked.at('warnings')).toContainEqual(expect.stringContaining('Entered late from paper.'));
    expect(await village.marks(designId)).toContain('whoever drew could know results');
  });

  it('redraw until pleasant: each draw is numbered, and says how many homes it keeps', async () => {
    const designId = await village.design();
    const registryId = await village.registry();
    const first = await village.draw(designId, { registryId, seed: 1 });
    expect(first.at('record.trail.draw')).toBe(1);
    const second = await village.draw(designId, { registryId, seed: 2 });
    expect(second.at('record.trail.draw')).toBe(2);
    expect(second.at('warnings')).toContainEqual(
      expect.stringMatching(/is draw 2 of this design; \d+ of its units were in .* without a reason/),
    );
    expect(await village.marks(designId)).toContain('nobody said whether the panel is kept or fresh');
    // And readings are held against none of them without being told which.
    const unclear = await village.analyse(designId, village.readings(drawn(second).selected, '2024-02-01'));
    expect(unclear.at('errors.0')).toMatchObject({
      field: 'selectionId',
      message: expect.stringContaining('drawn more than once'),
    });
  });

  it('a fresh panel by the old seed: the same homes are not fresh, others are not kept', async () => {
    const designId = await village.design();
    const registryId = await village.registry();
    await village.draw(designId, { registryId, seed: 'a' });
    const again = await village.draw(designId, { registryId, seed: 'a', panel: 'fresh' });
    expect([again.status, again.at('errors.0.field')]).toEqual([409, 'seed']);
    expect((await village.draw(designId, { registryId, seed: 'b', panel: 'kept' })).status).toBe(409);
    const fresh = await village.draw(designId, { registryId, seed: 'b', panel: 'fresh', reason: 'Year 2' });
    expect(fresh.at('warnings')).toContainEqual(expect.stringMatching(/the panel is fresh\. Reason: Year 2/));
  });

  it('draw of a rejected design: refused with the way out', async () => {
    const designId = await village.design();
    const registryId = await village.registry();
    await village.alice.post(`/v1/sampling/${designId}/submission`, {});
    await village.vera.post(`/v1/sampling/${designId}/rejection`, { reason: 'No source.' });
    for (const [path, more] of [
      ['selections', { seed: 1 }],
      ['commitments', { authority: 'FOEN' }],
    ] as const) {
      const answer = await village.alice.post(`/v1/sampling/${path}`, { designId, registryId, ...more });
      expect(answer.status).toBe(409);
      expect(answer.at('hint')).toContain('design the sample again');
    }
  });

  it('changed registry: another frame than the one committed to, or drawn before, is seen', async () => {
    const designId = await village.design();
    const registryId = await village.registry();
    const changed = await village.registry(`household_id\n${[...HOMES.slice(1), 'H99'].join('\n')}\n`);
    const commitment = await village.alice.post('/v1/sampling/commitments', {
      designId,
      registryId,
      authority: 'FOEN',
      sampleSize: 40,
    });
    const value = { commitmentId: commitment.at('commitmentId'), authority: { value: '7', reference: 'L' } };
    const other = await village.draw(designId, { registryId: changed, ...value });
    expect(other.status).toBe(409);
    expect(other.at('detail')).toContain('the frame');
    expect((await village.draw(designId, { registryId, ...value })).status).toBe(201);
    const again = await village.draw(designId, { registryId: changed, seed: 3 });
    expect(again.at('warnings')).toContainEqual(expect.stringContaining('the registry changed'));
  });

  it('past drand round: nobody commits to a value that is known', async () => {
    const designId = await village.design();
    const registryId = await village.registry();
    const answer = await village.alice.post('/v1/sampling/commitments', {
      designId,
      registryId,
      round: BEACON.round,
    });
    expect([answer.status, answer.at('errors.0.field')]).toEqual([400, 'round']);
    expect(answer.at('detail')).toContain('already public');
  });
});
