import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, startVillage, type Village } from '../testing/village.js';
import type { TrailExport } from '../trail/trail-export.js';
import { verifyLine } from '../trail/verify-line.js';

/** What somebody does who chooses days, columns and sizes after seeing what was measured. */
describe('choosing among what was measured', () => {
  let village: Village;
  beforeAll(async () => {
    village = await startVillage();
    village.days(60);
  });
  afterAll(() => village.app.close());

  async function sampled(project: string) {
    const designId = await village.design({ projectId: `did:ixo:project/${project}` });
    const draw = await village.draw(designId, { registryId: await village.registry(), seed: 1 });
    return { designId, homes: drawn(draw).selected };
  }
  const warned = (answer: Awaited<ReturnType<Village['analyse']>>) =>
    (answer.at('warnings') as string[]).join('\n');
  async function notes(designId: string) {
    const { trails } = await verifyLine([(await village.trail(designId)) as unknown as TrailExport]);
    const told = trails[0]?.checks.filter(({ name }) => name === 'analysis') ?? [];
    return told.map(({ detail }) => detail).join('\n');
  }

  it('the best days of many that were handed over: the others are counted', async () => {
    const { designId, homes } = await sampled('k3');
    const days = ['2023-11-14', '2023-11-15', '2023-11-16'];
    const rows = days.flatMap((day, at) => village.readings(homes, day, 0.7 + at / 10));
    const only = { monitoringPeriod: undefined, from: '2023-11-16', to: '2023-11-17' };
    // The clock stands at 2023-11-13.
    village.days(5);
    const answer = await village.analyse(designId, rows, only);
    expect(answer.status, answer.text).toBe(201);
    const mark = '80 of 120 readings are of days outside 2023-11-16 to 2023-11-17 and do not count';
    expect(warned(answer)).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
    expect(await notes(designId)).toContain('40 of 43 that were asked gave a value');
    expect(await notes(designId)).toContain('80 rows are of other days');
    expect(await village.marks(designId)).not.toContain('were not over');
  });

  it('days that have one in common with those that please: marked with both means, and by which of them', async () => {
    const { designId, homes } = await sampled('a7');
    const spans = [
      { from: '2023-11-19', to: '2023-11-20', value: 0.5 },
      { from: '2023-11-18', to: '2023-11-19', value: 0.9 },
    ];
    const periods: unknown[] = [];
    for (const { value, ...only } of spans) {
      const rows = village.readings(homes, '2023-11-19', value);
      const answer = await village.analyse(designId, rows, { monitoringPeriod: undefined, ...only });
      expect(answer.status, answer.text).toBe(201);
      periods.push(answer.at('periodId'));
    }
    await village.alice.post(`/v1/sampling/periods/${periods[1]}/final`, {});
    const marks = await village.marks(designId);
    expect(marks).toContain(`(2023-11-19 to 2023-11-20: mean 0.5), beside ${periods[1]} with 0.9`);
    expect(marks).toContain(
      `Analysis 2 of the days 2023-11-18 to 2023-11-19, without a reason. The mean is 0.9, and was 0.5 in ${periods[0]}`,
    );
  });

  it('days that are not over, analysed and final: marked', async () => {
    const { designId, homes } = await sampled('h9');
    const answer = await village.analyse(designId, village.readings(homes, '2023-11-18'));
    expect(warned(answer)).toContain(
      'The days 2023-10-01 to 2023-12-31 were not over when they were analysed.',
    );
    const periodId = answer.at('periodId');
    const final = await village.alice.post(`/v1/sampling/periods/${periodId}/final`, {});
    expect(final.status, final.text).toBe(200);
    expect(await village.marks(designId)).toContain(
      `${periodId} was declared final before its days, 2023-10-01 to 2023-12-31, were over.`,
    );
  });

  it('the same readings analysed again, without a reason: the analysis that is there, and no mark', async () => {
    const { designId, homes } = await sampled('k10');
    const rows = village.readings(homes, '2023-11-18');
    const [first, second] = [await village.analyse(designId, rows), await village.analyse(designId, rows)];
    expect(second.status, second.text).toBe(201);
    expect(second.at('periodId')).toBe(first.at('periodId'));
    expect(await village.marks(designId)).not.toContain('Analysis 2');
    // Others are another analysis, and so are the same for a reason.
    const third = await village.analyse(designId, rows.slice(1));
    expect(third.at('periodId')).not.toBe(first.at('periodId'));
    const fourth = await village.analyse(designId, rows, { reason: 'Once more.' });
    expect(fourth.at('analysisNumber')).toBe(3);
  });

  it('the values of one month handed in for the next, as they are or with something added: marked', async () => {
    const { designId, homes } = await sampled('v39');
    const noise = (at: number) => Math.abs(Math.sin(at * 12.9898) * 43_758.5453) % 1;
    const measured = (date: string, value: (at: number) => number) =>
      homes.map((unitId, at) => ({ unitId, date, value: Math.round(value(at) * 100) / 100 }));
    const analyse = async (day: string, value: (at: number) => number) => {
      const only = { monitoringPeriod: undefined, from: day, to: day };
      const answer = await village.analyse(designId, measured(day, value), only);
      expect(answer.status, answer.text).toBe(201);
      return { periodId: answer.at('periodId'), said: warned(answer) };
    };
    const first = await analyse('2023-11-19', (at) => 0.4 + noise(at));
    expect((await analyse('2023-11-20', (at) => 0.4 + noise(at + 999))).said).not.toContain(
      'handed in again',
    );
    const again = await analyse('2023-11-21', (at) => 0.4 + noise(at));
    const mark = (how: string, of: unknown, day: string) =>
      `${homes.length} of ${homes.length} units with a value in both have ${how} that they have in ${of}, of ${day} to ${day}: it may have been handed in again.`;
    expect(again.said).toContain(mark('exactly the value', first.periodId, '2023-11-19'));
    expect(await village.marks(designId)).toContain('handed in again');
    const more = await analyse('2023-11-22', (at) => 0.9 + noise(at));
    expect(more.said).toMatch(/have the value and 0\.5 more that they have in period-/);
  });

  it('a column of better values, named in the place of the one that is meant: marked', async () => {
    const { designId, homes } = await sampled('k15');
    const lines = homes.map((id, at) => `${id},2023-11-18,0.${6 + (at % 3)},0.${7 + (at % 3)}`);
    const csv = `household_id,date,hours,corrected hours\n${lines.join('\n')}\n`;
    const plain = await village.analyse(designId, undefined as never, { csv });
    expect(plain.status, plain.text).toBe(201);
    expect(await village.marks(designId)).not.toContain('was named in the place');
    const columns = { valueColumn: 'corrected hours' };
    const answer = await village.analyse(designId, undefined as never, { csv, ...columns });
    expect(answer.status, answer.text).toBe(201);
    const mark =
      'The value is read from the column "corrected hours", which was named in the place of "hours".';
    expect(warned(answer)).toContain(mark);
    expect(await notes(designId)).toContain('values of the column "hours"');
  });

  it('a recalculation from the word of whoever recalculates: marked, and how often', async () => {
    const { designId } = await sampled('k5');
    const path = `/v1/sampling/${designId}/recalculation`;
    const first = await village.alice.post(path, { mean: 0.8, sd: 0.05, dropoutRate: 0 });
    expect(first.status, first.text).toBe(201);
    const mark =
      'The design was recalculated from stated values (mean 0.8, sd 0.05, dropoutRate 0) with no analysis behind them: ';
    expect((first.at('warnings') as string[]).join()).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
    const second = await village.alice.post(path, { mean: 0.8, sd: 0.04 });
    expect(second.at('warnings')).toContain('It is recalculation 2 of this design.');
    // What an analysis says is nobody's word.
    const { designId: other, homes } = await sampled('k5b');
    const analysed = await village.analyse(other, village.readings(homes, '2023-11-18'));
    const basis = { periodId: analysed.at('periodId') };
    const right = await village.alice.post(`/v1/sampling/${other}/recalculation`, basis);
    expect(right.status, right.text).toBe(201);
    expect(right.text).not.toContain('with no analysis behind them');
  });

  it('a commitment that never proves a draw says so at once, and how it is mended', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/k13' });
    const terms = { designId, registryId: await village.registry(), authority: 'National lottery' };
    const bare = await village.alice.post('/v1/sampling/commitments', terms);
    const said = (bare.at('warnings') as string[]).join(' ');
    expect(said).toContain('does not say which value of "National lottery"');
    expect(said).toContain('name this commitment in `supersedes`');
    const which = { reference: 'draw 61', publicFrom: '2024-02-24' };
    const more = { supersedes: bare.at('commitmentId'), reason: 'To say which value.' };
    const whole = await village.alice.post('/v1/sampling/commitments', { ...terms, ...which, ...more });
    expect(whole.status, whole.text).toBe(201);
    expect((whole.at('warnings') as string[]).join(' ')).not.toContain('does not say which value');
    expect(whole.at('next')).toContain('before 2024-02-24');
  });
});
