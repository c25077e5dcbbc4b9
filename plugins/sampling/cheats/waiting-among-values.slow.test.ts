import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVillage, type Village } from '../testing/village.js';

/** A draw of every five minutes gives whoever may be two days late 576 values to choose from. */
describe('waiting among the values that one commitment may mean', () => {
  let village: Village;
  let registryId: string;
  beforeAll(async () => {
    village = await startVillage();
    registryId = await village.registry();
  });
  afterAll(() => village.app.close());

  const commit = async (designId: string, reference: string, publicFrom: string) => {
    const terms = { designId, registryId, authority: 'National lottery', sampleSize: 40 };
    const answer = await village.alice.post('/v1/sampling/commitments', { ...terms, reference, publicFrom });
    expect(answer.status, answer.text).toBe(201);
    return String(answer.at('commitmentId'));
  };
  const draw = (designId: string, commitmentId: string, reference: string, publicAt: string) =>
    village.draw(designId, {
      registryId,
      sampleSize: undefined,
      commitmentId,
      authority: { value: `5 17 23 ${designId}`, reference, publicAt },
    });
  it.each([
    ['2023-09-16T12:00:00Z', '2023-09-16T12:00:30Z', undefined],
    ['2023-09-16T12:00:00Z', '2023-09-16T12:01:48Z', 'at 2023-09-16T12:01:48Z, 1 min 48 s later'],
    ['2023-09-16T12:00:00Z', '2023-09-16T12:45:00Z', 'at 2023-09-16T12:45:00Z, 45 min later'],
    ['2023-09-16T12:00:00Z', '2023-09-18T01:00:00Z', 'at 2023-09-18T01:00:00Z, 37 hours later'],
    ['2023-09-16T12:00:00Z', '2023-09-16', 'on 2023-09-16, at a time that nobody said'],
    ['2023-09-16', '2023-09-16T21:00:00Z', undefined],
    ['2023-09-16', '2023-09-17', 'at 2023-09-17, on a later day'],
  ])('by waiting for a later value than that of %s: %s', async (publicFrom, publicAt, late) => {
    const designId = await village.design({ projectId: `did:ixo:project/o4-${publicFrom}-${publicAt}` });
    const commitmentId = await commit(designId, 'rapid draw', publicFrom);
    village.days(5);
    const drawn = await draw(designId, commitmentId, 'rapid draw', publicAt);
    expect(drawn.status, drawn.text).toBe(201);
    const marks = await village.marks(designId);
    if (late === undefined) expect(marks).not.toContain('in between');
    else
      expect(marks).toContain(
        `The value behind draw 1 became public ${late}; the commitment is to one from ${publicFrom} on. Of values in between the one that pleases could be taken.`,
      );
    village.days(-5);
  });

  it.each([
    ['keno, 20 numbers', '2023-09-16', true],
    ['keno of 16 September 2023', '2023-09-16', true],
    ['draw 61', '2023-09-16', false],
    ['keno, 20 numbers', '2023-09-16T12:00:00Z', false],
  ])('by a commitment to a day alone: "%s", %s', async (reference, publicFrom, isMarked) => {
    const projectId = `did:ixo:project/v35-${reference.length}-${publicFrom}`;
    const designId = await village.design({ projectId });
    await commit(designId, reference, publicFrom);
    const mark = 'names a day, and neither a time nor a number of the draw: of all values of that day';
    expect((await village.marks(designId)).includes(mark)).toBe(isMarked);
  });

  it('but not where the reference says the number of the draw, which came three quarters of an hour late', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/numbered' });
    const reference = 'draw 61 of 16 September 2023';
    const commitmentId = await commit(designId, reference, '2023-09-16T12:00:00Z');
    village.days(5);
    const drawn = await draw(designId, commitmentId, reference, '2023-09-16T12:45:00Z');
    expect(drawn.status, drawn.text).toBe(201);
    expect(await village.marks(designId)).not.toContain('in between');
    village.days(-5);
  });

  it('by telling its bonus number, or the day, or not: marked, and refused where the reference says how many it has', async () => {
    const draws = async (project: string, reference: string, value: string) => {
      const designId = await village.design({ projectId: `did:ixo:project/${project}` });
      const commitmentId = await commit(designId, reference, '2023-09-16T12:00:00Z');
      village.days(5);
      const authority = { value, reference, publicAt: '2023-09-16T12:00:00Z' };
      const drawn = await village.draw(designId, {
        registryId,
        sampleSize: undefined,
        commitmentId,
        authority,
      });
      village.days(-5);
      return { designId, drawn };
    };
    const open = await draws('unsaid', 'draw 62', '16 September: 41 27 16 44 17 13, bonus 9');
    expect(open.drawn.status, open.drawn.text).toBe(201);
    const mark =
      'The commitment does not say of how many numbers it is, and this has 8: a bonus number or a day';
    expect(await village.marks(open.designId)).toContain(mark);
    const told = await draws('told', 'draw 63, 6 numbers', '42 28 17 45 18 14, bonus 9');
    expect([told.drawn.status, told.drawn.at('errors.0')]).toEqual([
      400,
      { field: 'authority.value', message: 'must be 6 numbers' },
    ]);
    const right = await draws('right', 'draw 64, 6 numbers', '42 28 17 45 18 15');
    expect(right.drawn.status, right.drawn.text).toBe(201);
    expect(await village.marks(right.designId)).toMatch(/stands as whoever drew entered it: ask them\.$/m);
  });
});
