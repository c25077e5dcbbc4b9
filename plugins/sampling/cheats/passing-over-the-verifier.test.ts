import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, startVillage, type Village } from '../testing/village.js';
import type { TrailExport } from '../trail/trail-export.js';
import { verifyTrail } from '../trail/verify-trail.js';

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

  it('recalculated and approved, and analysed by a draw of the draft before: that draw stays in sight', async () => {
    const { designId, selectionId, selected } = await drawnDraft();
    const registryId = await village.registry();
    const next = await village.alice.post(`/v1/sampling/${designId}/recalculation`, { mean: 0.8, sd: 0.2 });
    const approved = String(next.at('design.designId'));
    await submit(approved);
    await decide(approved, 'approval');
    const analysis = await village.analyse(approved, village.readings(selected, '2023-11-01'), {
      selectionId,
    });
    for (const mark of ['A person typed the seed of draw 1', 'The design is draft: nobody approved it']) {
      expect(warned(analysis)).toContain(`${selectionId}, a draw of ${designId}: ${mark}`);
      expect(await village.marks(approved)).toContain(`${selectionId}, a draw of ${designId}: ${mark}`);
    }
    // Its record stands in the other trail, so that this one proves nothing of it, whatever else is known.
    const trail = await village.trail(approved);
    const { entries, head } = trail as unknown as TrailExport;
    const known = {
      signer: entries[0]?.signer ?? '',
      seen: [{ hash: head.hash, at: new Date(Date.UTC(2030, 0)).toISOString() }],
    };
    const verified = await verifyTrail(trail, known);
    expect(verified.verdict).toBe('unproven');
    const open = verified.checks.filter((check) => check.open);
    expect(open.map(({ detail }) => detail)).toEqual([
      `the draw behind ${analysis.at('periodId')}, ${selectionId}, stands in the trail of ${designId}, which is not given: verify that as well`,
    ]);
    // A later draw names the panel before it.
    const again = { registryId, seed: 'another', panel: 'fresh', reason: 'Year 2' };
    expect((await village.draw(approved, again)).status).toBe(201);
    const later = await verifyTrail(await village.trail(approved));
    expect(later.checks.map(({ detail }) => detail).join('\n')).toContain(
      `the panel before draw 2, ${selectionId}, stands in the trail of a design that this one recalculates`,
    );
  });
});
