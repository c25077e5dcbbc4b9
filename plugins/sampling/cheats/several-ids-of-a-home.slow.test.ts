import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOMES, startVillage, type Village } from '../testing/village.js';

let village: Village;
beforeAll(async () => {
  village = await startVillage();
});
afterAll(() => village.app.close());

it('marks a draw from a registry in which some homes stand under several ids', async () => {
  const row = (id: string, of: number) => `${id},M${90_000 + of * 7},Head ${of} of the hill`;
  const once = HOMES.slice(0, 50).map((id, i) => row(id, i));
  const again = HOMES.slice(50).map((id, i) => row(id, i));
  for (const [rows, isMarked] of [
    [[...once, ...again], true],
    [HOMES.map((id, i) => row(id, i)), false],
  ] as const) {
    const registry = await village.alice.post(
      '/v1/sampling/registries',
      `household_id,meter_no,head\n${rows.join('\n')}\n`,
      { 'Content-Type': 'text/csv' },
    );
    const said =
      '10 of 60 rows of the registry have the same "meter_no" and "head" as another one (H50 like H00)';
    expect(JSON.stringify(registry.at('warnings')).includes('rows of the registry have the same')).toBe(
      isMarked,
    );
    const designId = await village.design({ projectId: `did:ixo:project/ids-${isMarked}` });
    const committed = await village.alice.post('/v1/sampling/commitments', {
      registryId: registry.at('registryId'),
      designId: await village.design({ projectId: `did:ixo:project/committed-${isMarked}` }),
      sampleSize: 40,
      authority: 'State lottery',
      reference: 'draw 61',
      publicFrom: '2099-01-01T20:00:00Z',
    });
    expect(committed.status, committed.text).toBe(201);
    expect(JSON.stringify(committed.at('warnings')).includes('rows of the registry have the same')).toBe(
      isMarked,
    );
    const drawn = await village.draw(designId, {
      registryId: registry.at('registryId'),
      seed: `s-${isMarked}`,
    });
    expect(drawn.status, drawn.text).toBe(201);
    expect((await village.marks(designId)).includes(said)).toBe(isMarked);
  }
});
