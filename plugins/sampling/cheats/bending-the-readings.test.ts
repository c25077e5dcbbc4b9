import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { drawn, HILL_AND_VALE, HOMES, startVillage, type Village } from '../testing/village.js';
import { analysisMarks, strangersIn } from '../trail/analysis-marks.js';
import { noteAnalyses } from '../trail/told-checks.js';
import { verifyTrail } from '../trail/verify-trail.js';

/** What somebody does who has a draw and does not like its homes. */
describe('bending the readings', () => {
  let village: Village;
  let registryId: string;
  beforeAll(async () => {
    village = await startVillage();
    registryId = await village.registry();
  });
  afterAll(() => village.app.close());

  async function monitored(where = { village, registryId }) {
    const designId = await where.village.design();
    const answer = await where.village.draw(designId, {
      registryId: where.registryId,
      seed: designId,
      sampleSize: 30,
      replacements: 10,
    });
    return { designId, ...drawn(answer) };
  }

  it('homes outside the draw: held against it without being asked, and marked when there is a reason', async () => {
    const { designId, selectionId, selected } = await monitored();
    const strangers = HOMES.filter((id) => !selected.includes(id)).slice(0, 20);
    const rows = village.readings([...selected.slice(0, 10), ...strangers], '2023-11-01');
    const refused = await village.analyse(designId, rows);
    expect(refused.status).toBe(400);
    expect(refused.at('errors')).toHaveLength(20);
    const marked = await village.analyse(designId, rows, { reason: 'The drawn homes are flooded.' });
    expect(marked.status).toBe(201);
    expect(marked.at('selectionId')).toBe(selectionId);
    const deviations = marked.at('deviations') as { kind: string; units: number }[];
    expect(deviations.reduce((sum, { units }) => sum + units, 0)).toBe(20);
    // Only those that were drawn have answered, in every figure and for every mark.
    expect(marked.at('readings')).toEqual({ total: 30, inside: 30, outside: 0, notDrawn: 20 });
    expect(marked.at('pooled')).toMatchObject({
      planned: 43,
      reached: 10,
      valid: 10,
      dropoutRate: 1 - 10 / 43,
      reasons: { 'no record': 33 },
      met: false,
      missed: 'too few units',
    });
    const own = await village.analyse(designId, rows.slice(0, 10), { reason: 'Without them.' });
    expect(marked.at('pooled')).toEqual(own.at('pooled'));
    expect(marked.at('erAdjustment')).toEqual(own.at('erAdjustment'));
    const told = await village.marks(designId);
    expect(told).toContain('10 of 43 units that were asked gave a value (23.26%; 33 no record)');
    expect(told).toContain(
      '20 units with readings were not drawn or called: no figure of this analysis counts them.',
    );
    const recomputed = await village.alice.get(`/v1/sampling/periods/${marked.at('periodId')}/recomputation`);
    expect(recomputed.at('verdict')).toBe('pass');
    const { checks } = await verifyTrail(await village.trail(designId));
    expect(checks.filter(({ name }) => name === 'analysis').map(({ detail }) => detail)[0]).toMatch(
      /; 20 units with readings were not drawn and do not count$/,
    );
    const strangersAlone = await village.analyse(designId, rows.slice(10), { reason: 'These were home.' });
    expect([strangersAlone.status, strangersAlone.at('hint')]).toEqual([
      422,
      '20 readings are of units that were not drawn, and do not count.',
    ]);
    expect(await village.marks(designId)).toContain('The drawn homes are flooded.');
    await village.alice.post(`/v1/sampling/periods/${marked.at('periodId')}/final`, {});
    const listed = await village.alice.get(`/v1/sampling/${designId}/periods`);
    const items = listed.at('items') as { periodId: string }[];
    expect(items.find(({ periodId }) => periodId === marked.at('periodId'))).toMatchObject({
      final: true,
      deviations,
    });
  });

  it('homes outside the draw in an analysis of before, which counted them: marked, and open in verify', () => {
    const entry = {
      kind: 'analysed' as const,
      deviations: [{ kind: 'not drawn' as const, readings: 40, units: 20, examples: ['H01'] }],
    };
    expect(strangersIn(entry)).toBe(20);
    expect(strangersIn({ ...entry, leftOut: 20 })).toBe(0);
    const older = {
      ...entry,
      ...{ seq: 1, at: '2023-12-01T00:00:00Z', actor: 'did:key:a', designId: 'd', previous: '' },
      ...{ periodId: 'p', from: '2023-10-01', to: '2023-12-31', analysis: 1, selectionId: 's' },
      ...{ readingsSha256: '', rows: 40, file: null, analysisSha256: '', reason: 'Flooded.' },
    };
    expect(analysisMarks(older)).toContain(
      '20 units that were not drawn or called count in every figure of this analysis as if they had been: analyse the days again.',
    );
    const open: string[] = [];
    noteAnalyses([older], (_, outcome, detail) => {
      if (outcome === 'unproven') open.push(detail);
    });
    expect(open).toEqual([
      '20 units that were not drawn count in the figures of p: have its days analysed again',
    ]);
  });

  it('the best of several stretches: the others are told with their means, unless they are final as well', async () => {
    const { designId, selectionId, selected } = await monitored();
    const finals: string[] = [];
    for (const [at, month] of ['2023-10', '2023-11', '2023-12'].entries()) {
      const readings = village.readings(selected, `${month}-20`, 0.5 + at / 10);
      const days = {
        monitoringPeriod: undefined,
        from: `${month}-11`,
        to: `${month}-30`,
        reason: 'late draw',
      };
      const answer = await village.analyse(designId, readings, days);
      expect(answer.status, answer.text).toBe(201);
      finals.push(String(answer.at('periodId')));
    }
    expect(await village.marks(designId)).not.toContain('the best could be taken');
    const declare = (periodId: string) => village.alice.post(`/v1/sampling/periods/${periodId}/final`, {});
    const best = await village.alice.get(`/v1/sampling/periods/${finals[2]}`);
    expect((best.at('warnings') as string[]).join()).toContain('were analysed by then and are not final');
    const { checks } = await verifyTrail(await village.trail(designId));
    expect(checks.find(({ name }) => name === 'final')?.detail).toContain('no analysis is final');
    expect((await declare(finals[2] ?? '')).status).toBe(200);
    expect(await village.marks(designId)).toContain(
      `Other days of ${selectionId} were analysed by then and are not final (2023-10-11 to 2023-10-30: mean 0.5, 2023-11-11 to 2023-11-30: mean 0.6), beside ${finals[2]} with 0.7: the best could be taken.`,
    );
    await declare(finals[0] ?? '');
    await declare(finals[1] ?? '');
    const older = await village.alice.post(`/v1/sampling/${designId}/recalculation`, { periodId: finals[0] });
    expect(older.status, older.text).toBe(201);
    expect(await village.marks(designId)).toContain(
      `is recalculated from ${finals[0]} of 2023-10-11 to 2023-10-30, though ${finals[2]} of 2023-12-11 to 2023-12-30 is final too.`,
    );
    expect(await village.marks(designId)).not.toContain('the best could be taken');
  });

  it('more homes lost than the design plans, with the means that they could make of it', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/lost' });
    const draw = await village.draw(designId, { registryId: await village.registry(), seed: 5 });
    const { selected } = drawn(draw);
    const told = async (homes: readonly string[]) =>
      (
        (await village.analyse(designId, village.readings(homes, '2023-11-20'))).at('warnings') as string[]
      ).join('\n');
    expect(await told(selected.slice(4))).toMatch(
      /36 of 43 units that were asked gave a value, and the design plans to lose 10\.00%: had all who are missing nothing or the highest value, the mean were about 0\.6\d+ or 0\.8\d+\./,
    );
    expect(await told(selected)).not.toContain('plans to lose');
  });

  it('a word in the place of the worst days of each home: how many rows have none, and why', async () => {
    const { designId, selected } = await monitored();
    const days = ['02', '03', '05', '07'];
    const rows = days.flatMap((day) => village.readings(selected, `2023-11-${day}`));
    const words = ['08', '09'].flatMap((day) =>
      selected.map((unitId) => ({ unitId, date: `2023-11-${day}`, value: null, status: 'not at home' })),
    );
    const span = { monitoringPeriod: undefined, from: '2023-11-01', to: '2023-11-10' };
    const told = async (readings: readonly object[]) =>
      ((await village.analyse(designId, readings as never, span)).at('warnings') as string[]).join('\n');
    expect(await told([...rows, ...words])).toMatch(
      /60 of 180 rows of units with values of several days have none \(60 .+\): of many days the best could be kept/,
    );
    expect(await told([...rows, ...words.slice(0, 10)])).not.toContain('of several days have none');
    // Who is called on until there is an answer has one day.
    expect(await told([...village.readings(selected, '2023-11-10'), ...words])).not.toContain('several days');
  });

  it('the best days of each home: of how many days there are values stands in the note of the analysis', async () => {
    const { designId, selected } = await monitored();
    const days = ['02', '03', '05', '07', '08', '09'];
    const rows = days.flatMap((day) => village.readings(selected, `2023-11-${day}`));
    const span = { monitoringPeriod: undefined, from: '2023-11-01', to: '2023-11-10' };
    expect((await village.analyse(designId, rows, span)).status).toBe(201);
    const { json } = await village.alice.get(`/v1/sampling/${designId}/trail`);
    const { checks } = await verifyTrail(json);
    expect(checks.find(({ name }) => name === 'analysis')?.detail).toContain(
      '; values of 6 of the 10 days, 6 of which have rows, 6.0 a unit',
    );
  });

  it('readings without any draw: analysed, but the answer and the trail say that nothing was drawn', async () => {
    const designId = await village.design();
    const analysed = await village.analyse(designId, village.readings(HOMES.slice(0, 50), '2023-11-01'));
    expect([analysed.status, analysed.at('selectionId')]).toEqual([201, null]);
    const mark = 'No draw stands behind these readings: whoever measured chose the homes.';
    expect(analysed.at('warnings')).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
    const committed = { designId, registryId, authority: 'FOEN', sampleSize: 40 };
    const { commitmentId } = (await village.alice.post('/v1/sampling/commitments', committed)).at(
      '',
    ) as never;
    const beside = await village.analyse(designId, village.readings(HOMES.slice(0, 50), '2023-11-02'));
    expect(beside.at('warnings')).toContain(`${mark} ${commitmentId} was committed to and not drawn.`);
    const other = await monitored();
    await village.analyse(other.designId, village.readings(other.selected, '2023-11-01'));
    expect(await village.marks(other.designId)).not.toContain('No draw stands behind');
  });

  it('replacements out of order: the next one is called, with a reason, and only it counts', async () => {
    // Where nothing else was measured: what other designs have of these homes is a mark of its own.
    const village = await startVillage();
    onTestFinished(() => village.app.close());
    const where = { village, registryId: await village.registry() };
    const { designId, selectionId, selected, replacements } = await monitored(where);
    const [lost = '', other = ''] = selected;
    const [next = '', pleasant = ''] = replacements;
    const skipped = await village.analyse(designId, village.readings([pleasant], '2023-11-01'));
    expect(skipped.at('errors.0.message')).toBe(`'${pleasant}' is a replacement that was not called`);
    const call = (units: readonly string[], reason?: string) =>
      village.alice.post(`/v1/sampling/selections/${selectionId}/replacements`, { units, reason });
    expect((await call([lost])).status).toBe(400);
    expect((await call(['H-none'], 'Lost.')).status).toBe(400);
    const called = await call([lost], 'Burnt down.');
    expect(called.at('replaced.0')).toMatchObject({
      unitId: lost,
      by: next,
      order: 31,
      reason: 'Burnt down.',
    });
    expect((await call([lost], 'Again.')).at('detail')).toContain(`replaced by '${next}' already`);
    expect((await call([other], 'Moved.')).at('replaced.0.by')).toBe(pleasant);
    const homes = [...selected.slice(2), next, pleasant];
    expect((await village.analyse(designId, village.readings(homes, '2023-11-01'))).at('pooled.valid')).toBe(
      30,
    );
    const before = await verifyTrail(await village.trail(designId));
    expect(before.checks.find(({ name }) => name.startsWith('replaced in'))?.detail).toContain(
      'no analysis has values of them',
    );
    const both = await village.analyse(designId, village.readings([lost, next], '2023-11-01'));
    expect(both.at('errors.0.message')).toBe(`'${lost}' was replaced by '${next}'`);
    // With a reason it is kept, told of, and counts nowhere beside its stand-in.
    const kept = await village.analyse(designId, village.readings([lost, ...homes], '2023-11-01'), {
      reason: 'It was built anew.',
    });
    expect(kept.at('pooled')).toMatchObject({ valid: 30, replaced: 2 });
    expect(kept.at('readings.stoodIn')).toBe(1);
    expect(String(kept.at('warnings'))).toContain(
      '1 replaced units have values beside those of their stand-ins: no figure of this analysis counts the replaced ones.',
    );
    const { checks } = await verifyTrail(await village.trail(designId));
    expect(checks.find(({ name }) => name.startsWith('replaced in'))?.detail).toContain(
      'Of some of them there are values: see the marks',
    );
  });

  it('readings older than the draw, by one day', async () => {
    const { designId, selected } = await monitored();
    const [first = '', second = ''] = selected;
    const rows = [...village.readings([first], '2023-09-13'), ...village.readings([second], '2023-09-14')];
    const answer = await village.analyse(designId, rows, { monitoringPeriod: '2023-Q3' });
    expect(answer.at('errors')).toEqual([
      { field: 'readings.0.date', message: '2023-09-13 lies before the draw of 2023-09-14' },
    ]);
  });

  it('readings altered and analysed again: numbered, compared, and final only once', async () => {
    const { designId, selected } = await monitored();
    const rows = village.readings(selected, '2023-11-01');
    const first = await village.analyse(designId, rows);
    expect(first.at('')).toMatchObject({ analysisNumber: 1, final: false, changes: null });
    const final = await village.alice.post(`/v1/sampling/periods/${first.at('periodId')}/final`, {});
    expect(final.at('final')).toBe(true);
    const altered = rows.map((row, i) => (i < 5 ? { ...row, value: 1 } : row));
    const refused = await village.analyse(designId, altered);
    expect([refused.status, refused.at('errors.0.field')]).toEqual([409, 'reason']);
    // Nor do other days hide it.
    const days = { monitoringPeriod: undefined, from: '2023-10-02', to: '2023-12-30' };
    expect((await village.analyse(designId, altered, days)).status).toBe(409);
    const second = await village.analyse(designId, altered, { reason: 'Five forms were read wrongly.' });
    expect(second.at('')).toMatchObject({
      analysisNumber: 2,
      final: false,
      changes: { since: first.at('periodId'), rows: { gone: 5, added: 5 } },
    });
    expect(second.at('changes.mean.before')).not.toBe(second.at('changes.mean.after'));
    const both = `/v1/sampling/periods/${second.at('periodId')}`;
    expect((await village.alice.post(`${both}/final`, {})).status).toBe(409);
    expect((await village.alice.post(`${both}/final`, { reason: 'Corrected.' })).at('final')).toBe(true);
    expect(await village.marks(designId)).toMatch(/Analysis 2 of the days .* Five forms were read wrongly\./);
    // Anybody who may see the design computes it again from what it keeps.
    expect((await village.alice.get(`${both}/recomputation`)).at('verdict')).toBe('pass');
    const kept = await village.alice.get(`${both}/readings`);
    expect(kept.text.split('\n')).toHaveLength(31);
  });

  it('a home in two strata: refused, with the row', async () => {
    const design = await village.alice.post('/v1/sampling', HILL_AND_VALE);
    const row = (unitId: string, stratum: string) => ({ unitId, stratum, date: '2023-11-01', value: 1 });
    const rows = [row('H01', 'hill'), row('H02', 'vale'), row('H01', 'vale')] as never;
    const answer = await village.analyse(String(design.at('designId')), rows);
    expect(answer.status).toBe(400);
    expect(answer.at('errors.0')).toMatchObject({ field: 'readings.2.stratum' });
    expect(answer.at('errors.0.message')).toContain("'H01' was in 'hill'");
  });

  it('own approval: it stands as what it is', async () => {
    const designId = await village.design();
    await village.alice.post(`/v1/sampling/${designId}/submission`, {});
    const approved = await village.alice.post(`/v1/sampling/${designId}/approval`, { reason: 'Fine by me.' });
    expect(approved.at('verification')).toMatchObject({ status: 'approved', independent: false });
    expect(await village.marks(designId)).toContain('approved by its own owner');
    const seen = await village.design();
    await village.alice.post(`/v1/sampling/${seen}/submission`, {});
    const visitor = await village.app.visitor(person('vera'), ['oracle/sampling/verify']);
    const signed = await visitor
      .as('oracle/sampling/verify')
      .post(`/v1/sampling/${seen}/approval`, { reason: 'Recomputed.' });
    expect(signed.at('verification')).toMatchObject({ verifier: person('vera').did, independent: true });
    expect(await village.marks(seen)).toBe('');
    // The operator makes a key for whatever DID he likes.
    const named = await village.design();
    await village.alice.post(`/v1/sampling/${named}/submission`, {});
    const key = await village.vera.post(`/v1/sampling/${named}/approval`, { reason: 'Recomputed.' });
    expect(key.at('verification')).toMatchObject({ verifier: 'did:key:vera', independent: false });
    expect(await village.marks(named)).toBe(
      'The design was approved in the name of did:key:vera by an API key that the operator of this oracle issued: it does not show that somebody else decided.',
    );
  });
});
