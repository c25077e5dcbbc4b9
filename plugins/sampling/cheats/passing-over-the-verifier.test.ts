import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, startVillage, type Village } from '../testing/village.js';

/** What somebody does whose design a verifier has not seen yet, or has turned down. */
describe('passing over the verifier', () => {
  let village: Village;
  beforeAll(async () => {
    village = await startVillage();
  });
  afterAll(() => village.app.close());

  const submit = (designId: string) => village.alice.post(`/v1/sampling/${designId}/submission`, {});
  const decide = (designId: string, decision: 'approval' | 'rejection') =>
    village.vera.post(`/v1/sampling/${designId}/${decision}`, { reason: 'Looked at.' });
  async function drawnDraft() {
    const designId = await village.design();
    const answer = await village.draw(designId, {
      registryId: await village.registry(),
      seed: designId,
      replacements: 5,
    });
    return { designId, answer, ...drawn(answer) };
  }
  const warned = (answer: { at(path: string): unknown }) => (answer.at('warnings') as string[]).join('\n');

  it('drawn as a draft and approved later: the trail keeps that nobody had approved it', async () => {
    const { designId, answer } = await drawnDraft();
    const mark = 'The design is draft: nobody approved it before the draw.';
    expect((answer.at('warnings') as string[]).filter((each) => each === mark)).toHaveLength(1);
    await submit(designId);
    await decide(designId, 'approval');
    expect(await village.marks(designId)).toContain(mark);
    const again = await village.draw(designId, {
      registryId: await village.registry(),
      seed: 2,
      panel: 'fresh',
    });
    expect(warned(again)).not.toContain('nobody approved it');
  });

  it('drawn, rejected, and gone on with: analyses are marked, finals and stand-ins refused', async () => {
    const { designId, selectionId, selected } = await drawnDraft();
    const early = await village.analyse(designId, village.readings(selected, '2023-11-01'));
    expect(warned(early)).not.toContain('rejected');
    await submit(designId);
    await decide(designId, 'rejection');
    const late = await village.analyse(designId, village.readings(selected, '2023-11-02'));
    const mark = 'The design is rejected: a verifier turned it down before these readings were analysed.';
    expect([late.status, warned(late)]).toEqual([201, expect.stringContaining(mark)]);
    expect(await village.marks(designId)).toContain(mark);
    for (const answer of [
      await village.alice.post(`/v1/sampling/periods/${early.at('periodId')}/final`, {}),
      await village.alice.post(`/v1/sampling/selections/${selectionId}/replacements`, {
        units: [selected[0]],
        reason: 'Burnt down.',
      }),
    ])
      expect([answer.status, answer.at('detail')]).toEqual([409, expect.stringContaining('is rejected')]);
    const next = await village.alice.post(`/v1/sampling/${designId}/recalculation`, { mean: 0.8, sd: 0.2 });
    expect([next.status, warned(next)]).toEqual([
      201,
      expect.stringContaining('what a verifier turned it down for may hold of'),
    ]);
  });

  it('a key that may decide and not read decides about nothing', async () => {
    const designId = await village.design();
    await submit(designId);
    const blind = await village.app.client('blind', ['sampling/verify'], 'did:key:blind');
    const refused = await blind.post(`/v1/sampling/${designId}/approval`, { reason: 'Fine.' });
    expect([refused.status, refused.at('detail')]).toEqual([
      403,
      expect.stringContaining('Whoever decides about a design has to be able to read it'),
    ]);
  });
});
