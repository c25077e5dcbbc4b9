import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVillage, type Village } from '../testing/village.js';

/** What somebody does who computes many designs, and shows the one that pleases. */
describe('choosing the design', () => {
  let village: Village;
  beforeAll(async () => {
    village = await startVillage();
  });
  afterAll(() => village.app.close());

  const design = (projectId: string, more: object = {}) =>
    village.design({ projectId, confidence: 0.9, precision: 0.1, profile: 'cdm-90-10', ...more });
  const draw = async (designId: string) =>
    village.draw(designId, { registryId: await village.registry(), seed: 1, sampleSize: undefined });
  const submit = (projectId: string, designId: string) =>
    village.alice.post('/v1/sampling/submissions', {
      monitoringPeriod: '2023-Q4',
      erCoverage: 0.9,
      projects: [{ projectId, status: 'active', designId }],
    });
  const SISTERS = '3 other design(s) of this project of the same owner plan';

  it('several designs of one project: the draw and the submission say how many, and what they plan', async () => {
    const projectId = 'did:ixo:project/shop';
    for (const expectedSD of [0.6, 0.5]) await design(projectId, { expectedSD });
    const taken = await design(projectId, { expectedSD: 0.3 });
    await design('did:ixo:project/SHOP', { expectedSD: 0.6 });
    const drawn = await draw(taken);
    const mark = (drawn.at('warnings') as string[]).find((each) => each.startsWith(SISTERS));
    expect(mark).toMatch(
      / plan \d+ to \d+ units at a precision of 10\.00%, since 2023-09-14: the one that pleases/,
    );
    expect(await village.marks(taken)).toContain(mark);
    const submitted = await submit(projectId, taken);
    expect(submitted.at('warnings')).toContain(`${projectId}: ${mark}`);
    expect((await village.marks(taken)).split('\n').filter((each) => each === mark)).toHaveLength(2);
  });

  it('one made after the draw: the submission says it', async () => {
    const projectId = 'did:ixo:project/later';
    const taken = await design(projectId);
    const drawn = await draw(taken);
    expect(JSON.stringify(drawn.at('warnings'))).not.toContain('other design(s) of this project');
    await design(projectId, { expectedSD: 0.5 });
    const submitted = await submit(projectId, taken);
    expect(JSON.stringify(submitted.at('warnings'))).toContain('1 other design(s) of this project');
  });

  it('the same plan twice, and what is recalculated: no choice', async () => {
    const projectId = 'did:ixo:project/same';
    const first = await design(projectId);
    const again = await design(projectId);
    const into = await village.alice.post(`/v1/sampling/${again}/recalculation`, { sd: 0.5 });
    const drawn = await draw(String(into.at('design.designId')));
    expect(JSON.stringify(drawn.at('warnings'))).toContain('1 other design(s) of this project');
    expect(JSON.stringify((await draw(first)).at('warnings'))).toContain('1 other design(s) of this project');
    expect(await village.marks(again)).not.toContain('of this project');
  });
});
