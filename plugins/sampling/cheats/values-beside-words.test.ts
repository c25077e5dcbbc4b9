import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, startVillage, type Village } from '../testing/village.js';

/** What somebody does with the rows of honest homes. */
describe('values that are more, or stand beside other words', () => {
  let village: Village;
  let designId: string;
  let selected: readonly string[];
  beforeAll(async () => {
    village = await startVillage();
    designId = await village.design();
    const registryId = await village.registry();
    selected = drawn(await village.draw(designId, { registryId, seed: 1, sampleSize: 40 })).selected;
    village.days(120);
  });
  afterAll(() => village.app.close());

  const marksOf = async (from: string, to: string, readings: readonly object[]) => {
    const terms = { monitoringPeriod: undefined, from, to };
    const answer = await village.analyse(designId, readings as ReturnType<Village['readings']>, terms);
    expect(answer.status, answer.text).toBe(201);
    const { marks, entries } = (await village.trail(designId)) as unknown as {
      marks: { seq: number; mark: string }[];
      entries: unknown[];
    };
    return marks.flatMap(({ seq, mark }) => (seq === entries.length ? [mark] : [])).join('\n');
  };

  it('homes that refused, with a value: marked with the mean of these values', async () => {
    const rows = village
      .readings(selected, '2023-11-10')
      .map((each, i) => (i < 8 ? { ...each, value: 1, status: i < 4 ? 'refused' : 'moved away' } : each));
    expect(await marksOf('2023-11-01', '2023-11-15', rows)).toContain(
      '8 of 40 values, of 8 units, stand beside a status that says that there is none (4 moved away, 4 refused), and count: their mean is 1, that of the others 0.8',
    );
  });

  it('but not a stove that is broken, and was used for zero hours', async () => {
    const rows = village
      .readings(selected, '2023-11-20')
      .map((each, i) => (i < 8 ? { ...each, value: 0, status: 'stove broken' } : each));
    expect(await marksOf('2023-11-16', '2023-11-25', rows)).not.toContain('stand beside a status');
  });

  it('the low homes visited again until they are higher: marked with the mean of the first visits', async () => {
    const low = selected.slice(0, 9);
    const first = village
      .readings(selected, '2023-12-02')
      .map((each, i) => ({ ...each, value: i < 9 ? 0.2 : each.value }));
    const again = ['2023-12-03', '2023-12-04'].flatMap((day) => village.readings(low, day, 0.8));
    expect(await marksOf('2023-12-01', '2023-12-05', [...first, ...again])).toContain(
      '9 of 40 units have values of more days than the 1 that most have, up to 3: by the first 1 of each alone the mean of units were 0.6',
    );
    const asHigh = ['2023-12-12', '2023-12-13'].flatMap((day) => village.readings(low, day, 0.8));
    const even = village.readings(selected, '2023-12-11', 0.8);
    expect(await marksOf('2023-12-10', '2023-12-15', [...even, ...asHigh])).not.toContain('more days than');
  });

  it('answers that were changed in the program of the form: marked with their mean, and a few slips not', async () => {
    const csvOf = (day: string, edits: (at: number) => number, sent = `${day}T15:00:00.000Z`) =>
      `${['SubmissionDate,household_id,date,value,KEY,ReviewState,Edits', ...selected.map((id, at) => `${sent},${id},${day},${edits(at) > 0 ? 0.9 : 0.5},uuid:${day}-${at},${edits(at) > 0 ? 'edited' : ''},${edits(at)}`)].join('\n')}\n`;
    const marksOfFile = async (day: string, csv: string) => {
      const terms = { designId, from: day, to: day, csv };
      const answer = await village.alice.post('/v1/sampling/periods', terms);
      expect(answer.status, answer.text).toBe(201);
      return (answer.at('warnings') as string[]).join('\n');
    };
    expect(
      await marksOfFile(
        '2023-12-20',
        csvOf('2023-12-20', (at) => (at < 5 ? 3 : 0)),
      ),
    ).toContain(
      '5 of 40 answers were changed after they came in, as the program of the form says: their mean is 0.9, that of the others 0.5.',
    );
    const slips = await marksOfFile(
      '2023-12-21',
      csvOf('2023-12-21', (at) => (at < 2 ? 1 : 0)),
    );
    expect(slips).not.toMatch(/answers were changed|came in before/);
    expect(
      await marksOfFile(
        '2023-12-22',
        csvOf('2023-12-22', () => 0, '2023-11-22T10:00:00Z'),
      ),
    ).toContain(
      '40 of 40 answers came in before the day that they are of, as the program of the form says: their mean is 0.5.',
    );
  });
});

describe('a design that others verify', () => {
  it('is analysed by its owner alone: a verifier reads', async () => {
    const village = await startVillage();
    const designId = await village.design();
    const readings = village.readings(['H01', 'H02'], '2023-10-10');
    const answer = await village.vera.post('/v1/sampling/periods', {
      designId,
      monitoringPeriod: '2023-Q4',
      readings,
    });
    expect(answer.status).toBe(404);
    expect((await village.analyse(designId, readings)).at('analysisNumber')).toBe(1);
    await village.app.close();
  });
});
