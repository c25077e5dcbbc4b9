import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client, SamplingApp } from '../sampling/testing/sampling-app.js';
import { verifyTrail } from '../sampling/trail/verify-trail.js';
import { type Answered, answersXml, parts } from './testing/phone.js';
import { type DrawnDesign, drawnDesign, SURVEY_SCOPES, startSurveysApp } from './testing/surveys-app.js';

const TODAY = '2023-12-01';
/** Has begun somewhere on earth. */
const LATER = '2023-12-02';

let app: SamplingApp;
let ana: Client;
let people = 0;
beforeAll(async () => {
  app = await startSurveysApp({ PUBLIC_URL: 'https://oracle.example', ALLOWED_HOSTS: '127.0.0.1' });
});
// What one person has of these homes by another design is told as well.
beforeEach(async () => {
  people += 1;
  ana = await app.client(`ana ${people}`, SURVEY_SCOPES);
});
afterAll(() => app.close());

/** A design whose form is out with one person. */
async function fieldwork() {
  const drawn: DrawnDesign = await drawnDesign(ana, { projectId: `did:ixo:project/p${people}` });
  const phoneOf = async (template?: string) => {
    const made = await ana.post('/v1/surveys/forms', {
      designId: drawn.designId,
      ...(template && { template }),
    });
    const form = {
      id: String(made.at('formId')),
      formId: String(made.at('odkFormId')),
      version: String(made.at('version')),
    };
    const phone = await ana.post('/v1/surveys/phones', { formId: form.id, person: 'Amina' });
    const settings = await ana.get(`/v1/surveys/phones/${phone.at('phoneId')}/settings`);
    const { pathname } = new URL(String(settings.at('serverUrl')));
    const send = async (answered: Omit<Answered, 'today'> & { readonly today?: string }) => {
      const body = parts(answersXml(form, { today: TODAY, ...answered }));
      const sent = await fetch(`${app.url}${pathname}/submission`, { method: 'POST', body });
      expect(sent.status).toBe(201);
    };
    return { form, send };
  };
  const { form, send } = await phoneOf();
  const ofUnits = async (units: readonly string[]) => {
    const page = await ana.get(`/v1/surveys/forms/${form.id}/submissions?limit=100`);
    const items = page.at('items') as { submissionId: string; unitId: string }[];
    return items.filter(({ unitId }) => units.includes(unitId)).map(({ submissionId }) => submissionId);
  };
  const judge = async (units: readonly string[], counts: boolean, reason: string) => {
    for (const id of await ofUnits(units)) {
      const answer = await ana.put(`/v1/surveys/submissions/${id}/verdict`, { counts, reason });
      expect(answer.status, answer.text).toBe(200);
    }
  };
  const analyse = async () => {
    const answer = await ana.post(`/v1/surveys/forms/${form.id}/analysis`);
    expect(answer.status, answer.text).toBe(201);
    return answer;
  };
  const trail = async () => {
    const answer = await ana.get(`/v1/sampling/${drawn.designId}/trail`);
    const { marks, checks } = await verifyTrail(answer.json);
    const entries = (answer.at('entries') as { text: string }[]).map(
      ({ text }) => JSON.parse(text) as Record<string, unknown>,
    );
    return { marks: marks.map(({ mark }) => mark).join('\n'), checks, entries };
  };
  return { ...drawn, form, send, judge, analyse, trail, phoneOf };
}

describe('whoever decides which answers count', () => {
  it('is told of with each answer that was ruled out, and with what came in its place', async () => {
    const { selected, send, judge, analyse, trail } = await fieldwork();
    const low = selected.slice(0, 3);
    for (const [at, household] of selected.entries()) await send({ household, days: at < 3 ? 1 : 5 });
    await judge(low, false, 'photo blurred');
    const [first = '', second = ''] = low;
    await send({ household: first, days: 7 });
    await send({ household: second, days: 6 });
    const analysed = await analyse();
    const words = `3 answers of 3 units (${low.toReversed().join(', ')})`;
    const told = [
      /^3 answers of 3 units .* were ruled out by did:\S+, for "photo blurred"; the mean of their 3 values is 1\.$/m,
      /^3 answers of 3 units .* do not count, because a person ruled them out, for "photo blurred"; the mean of their 3 values is 1\. Of 2 of these 3 units another one counts in its place, with the mean 6\.5\.$/m,
    ];
    const { marks, entries } = await trail();
    for (const each of told) expect(marks, words).toMatch(each);
    expect((analysed.at('warnings') as string[]).join('\n')).toMatch(told[1] ?? /^$/);
    // Signed at the time, each with what was sent, by whom and why.
    const judged = entries.filter(({ kind }) => kind === 'judged');
    expect(judged).toHaveLength(3);
    expect(judged[0]).toMatchObject({
      verdict: 'left out',
      value: '1',
      day: TODAY,
      findings: [],
      reason: 'photo blurred',
      actor: expect.stringMatching(/^did:/),
      submissionSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    // They gave a value, and it is not said that they gave none.
    expect(marks).not.toContain('neither a value nor a reason');
  });

  it('is told of where answers count against what was found of them', async () => {
    const { selected, send, judge, analyse, trail } = await fieldwork();
    const [wrong = '', silent = '', ...others] = selected;
    for (const household of others) await send({ household });
    await send({ household: wrong, days: 1, value: '7' });
    await send({ household: silent, days: 1, value: '7' });
    await judge([wrong], true, 'confirmed');
    await analyse();
    const { marks } = await trail();
    expect(marks).toContain(
      `1 answers of 1 units (${wrong}) count against what was found of them, because a person said so, for "confirmed"; the mean of their 1 values is 7.`,
    );
    expect(marks).toContain(
      `Of 1 units (${silent}) came answers alone that do not count: not as the form computes; the mean of their values is 7.`,
    );
    expect(marks).not.toContain('neither a value nor a reason');
  });

  it('is told of where an answer was changed on the phone', async () => {
    const { selected, send, analyse, trail } = await fieldwork();
    for (const household of selected) await send({ household, instanceId: `uuid:${household}` });
    const [first = ''] = selected;
    const edited = `<orx:deprecatedID>uuid:${first}</orx:deprecatedID>`;
    await send({ household: first, days: 7, inMeta: edited });
    await analyse();
    const { marks } = await trail();
    // Nobody ruled it out.
    expect(marks).not.toContain('a person ruled them out');
    expect(marks).not.toContain('were ruled out by');
    expect(marks).toMatch(
      /^1 answers of 1 units .* were changed on the phone of Amina and sent again; the mean of their 1 values before is 5\.$/m,
    );
    expect(marks).toMatch(
      /1 answers of 1 units .* do not count, because they were changed on the phone and sent again; the mean of their 1 values is 5\. Of 1 of these 1 units another one counts in its place, with the mean 7\./,
    );
  });

  it('cannot leave answers of the day before out in silence', async () => {
    const { designId, selected, send, trail } = await fieldwork();
    for (const [at, household] of selected.entries())
      await send({ household, days: at < 4 ? 1 : 5, today: TODAY });
    const handIn = async (units: readonly string[]) => {
      const readings = units.map((unitId) => ({ unitId, date: LATER, value: 6 }));
      const answer = await ana.post('/v1/sampling/periods', { designId, from: LATER, to: LATER, readings });
      expect(answer.status, answer.text).toBe(201);
      return (answer.at('warnings') as string[]).join('\n');
    };
    const told = await handIn(selected.slice(4));
    expect(told).toContain(
      `${selected.length} answers of phones of these units came in to this oracle, of ${TODAY}, which no analysis of this design has, and other readings were handed in`,
    );
    expect(told).toMatch(
      /4 units that were asked \(.*\) have no value in this analysis, and answers of phones of other days: the mean of these is 1, that of this analysis 6\./,
    );
    const { checks } = await trail();
    expect(checks.map(({ detail }) => detail).join('\n')).toMatch(
      /answers of phones of these units are of 2023-12-01, which no analysis has/,
    );
    // Once that day is analysed too, none was left out.
    const readings = selected.map((unitId, at) => ({ unitId, date: TODAY, value: at < 4 ? 1 : 5 }));
    await ana.post('/v1/sampling/periods', { designId, from: TODAY, to: TODAY, readings });
    expect((await trail()).marks).not.toContain('which no analysis of this design has');
  });

  it('cannot hand in other values than the phones sent in silence', async () => {
    const { designId, selected, send, trail } = await fieldwork();
    for (const household of selected) await send({ household, days: 5 });
    const handIn = async (value: (at: number) => number, from: string) => {
      const readings = selected.map((unitId, at) => ({ unitId, date: TODAY, value: value(at) }));
      const answer = await ana.post('/v1/sampling/periods', { designId, from, to: TODAY, readings });
      expect(answer.status, answer.text).toBe(201);
      return (answer.at('warnings') as string[]).join('\n');
    };
    // The same as came in is nothing to tell of.
    expect(await handIn(() => 5, '2023-11-30')).not.toContain('answers of phones');
    const told = `${selected.length} answers of phones of ${selected.length} of these units and days came in to this oracle, and other readings were handed in: those of 3 units have none of the values that came in.`;
    expect(await handIn((at) => (at < 3 ? 7 : 5), TODAY)).toContain(told);
    expect((await trail()).marks).toContain(told);
  });

  it('cannot type in half of the homes beside those that phones asked in silence', async () => {
    const { designId, selected, send, trail } = await fieldwork();
    const half = Math.floor(selected.length / 2);
    for (const household of selected.slice(0, half)) await send({ household, days: 6 });
    const readings = selected.map((unitId, at) => ({ unitId, date: TODAY, value: at < half ? 6 : 3 }));
    const terms = { designId, from: TODAY, to: TODAY, readings };
    expect((await ana.post('/v1/sampling/periods', terms)).status).toBe(201);
    expect((await trail()).marks).toContain(
      `Of ${selected.length - half} of ${selected.length} units with a value no phone sent an answer of these days, and of the others one came in: the mean is 3 of these, and 6 of the others.`,
    );
  });

  it('needs no reason where homes answered and were replaced then, and is told of what they had said', async () => {
    const { selected, selectionId, send, analyse, trail } = await fieldwork();
    const low = selected.slice(0, 2);
    for (const [at, household] of selected.entries()) await send({ household, days: at < 2 ? 1 : 5 });
    const path = `/v1/sampling/selections/${selectionId}/replacements`;
    const called = await ana.post(path, { units: low, reason: 'moved away' });
    expect(called.status, called.text).toBe(201);
    for (const at of low.keys()) await send({ household: String(called.at(`replaced.${at}.by`)), days: 5 });
    expect((await analyse()).at('pooled')).toMatchObject({ mean: 5, valid: selected.length });
    const { marks, checks } = await trail();
    expect(marks).toContain(
      `Of 2 units (${low.join(', ')}) came answers alone that do not count: replaced; the mean of their values is 1.`,
    );
    expect(checks.find(({ name }) => name.startsWith('replaced'))?.detail).toContain('see the marks');
  });

  it('cannot keep a second answer, or what was changed before it was sent, from the trail', async () => {
    const { selected, send, analyse, trail } = await fieldwork();
    const low = selected.slice(0, 5);
    for (const [at, household] of selected.entries()) await send({ household, days: at < 5 ? 7 : 4 });
    for (const household of low) await send({ household, days: 1 });
    await analyse();
    expect((await trail()).marks).toContain(
      `5 of ${selected.length} units (${low.join(', ')}) answered a second time, which does not count: the mean of these answers is 1, that of their first 7.`,
    );
    const edited = await fieldwork();
    for (const [at, household] of edited.selected.entries())
      await edited.send({
        household,
        days: 4,
        ...(at < 3 && { inMeta: `<orx:deprecatedID>uuid:never-${at}</orx:deprecatedID>` }),
      });
    await edited.analyse();
    expect((await edited.trail()).marks).toContain(
      `3 answers of 3 units (${edited.selected.slice(0, 3).join(', ')}) say that they take the place of answers that never came, and count: the mean of their 3 values is 4.`,
    );
  });

  it('cannot ask by a design of the same homes, and hand in other values for the one that counts', async () => {
    const { selected, send } = await fieldwork();
    for (const household of selected) await send({ household, days: 2 });
    const real = await drawnDesign(ana, { projectId: 'did:ixo:project/the-real-one' });
    expect(real.selected).toEqual(selected);
    const readings = selected.map((unitId, at) => ({ unitId, date: TODAY, value: at < 9 ? 7 : 2 }));
    const terms = { designId: real.designId, from: TODAY, to: TODAY, readings };
    expect((await ana.post('/v1/sampling/periods', terms)).status).toBe(201);
    const trail = await ana.get(`/v1/sampling/${real.designId}/trail`);
    const marks = (await verifyTrail(trail.json)).marks.map(({ mark }) => mark).join('\n');
    expect(marks).toMatch(
      /answers of phones of \d+ of these units .*those of 9 units have none of the values/,
    );
  });

  it('cannot ask anew by another form in silence', async () => {
    const { selected, send, analyse, trail, phoneOf } = await fieldwork();
    const other = await phoneOf('still_in_use');
    for (const household of selected) await other.send({ household, noStove: 'given_away' });
    for (const household of selected) await send({ household, days: 7 });
    await analyse();
    expect((await trail()).marks).toMatch(
      /\d+ values of \d+ units came by 1 other form\(s\) of this design, and this analysis has none of them\./,
    );
  });

  it('tells of answers whose times no visits have', async () => {
    const { selected, send, analyse, trail } = await fieldwork();
    const [one = '', two = ''] = selected;
    const at = (clock: string) => `${TODAY}T${clock}:00.000+03:00`;
    for (const household of selected)
      await send(
        household === one
          ? { household, days: 7, times: [`2023-10-01T08:00:00.000+03:00`, at('08:00')] }
          : { household, days: household === two ? 3 : 5 },
      );
    await analyse();
    expect((await trail()).marks).toContain(
      `1 answers of 1 units (${one}) count, and the clocks of their phones say what no visits are (times that cannot be): the mean of their 1 values is 7, that of the others 4.`,
    );
  });

  it('tells of more interviews than one phone can have led', async () => {
    const { selected, send, analyse, trail } = await fieldwork();
    const times = [`${TODAY}T08:00:00.000+03:00`, `${TODAY}T08:10:00.000+03:00`] as const;
    for (const household of selected) await send({ household, times });
    await analyse();
    expect((await trail()).marks).toMatch(
      /(\d+) answers of \1 units .* count, and the clocks of their phones say what no visits are \(many at once, two at one time\)/,
    );
  });

  it('tells of two interviews that one phone led at one time, not of drafts that were finished together', async () => {
    const { selected, send, analyse, trail } = await fieldwork();
    const [one = '', two = ''] = selected;
    const at = (clock: string) => `${TODAY}T${clock}:00.000+03:00`;
    for (const household of selected)
      await send(
        household === one || household === two
          ? { household, days: 7, times: [at(household === one ? '03:00' : '03:10'), at('03:40')] }
          : { household, days: 4 },
      );
    await analyse();
    expect((await trail()).marks).not.toContain('two at one time');
    const faked = await fieldwork();
    const [first = '', second = ''] = faked.selected;
    for (const household of faked.selected) {
      const times = [at('03:00'), at('03:40')] as const;
      const later = [at('03:10'), at('03:50')] as const;
      await faked.send(
        household === first || household === second
          ? { household, days: 7, times: household === first ? times : later }
          : { household, days: 4 },
      );
    }
    await faked.analyse();
    expect((await faked.trail()).marks).toContain(
      `2 answers of 2 units (${first}, ${second}) count, and the clocks of their phones say what no visits are (two at one time): the mean of their 2 values is 7, that of the others 4.`,
    );
  });

  it('tells of interviews at night', async () => {
    const { selected, send, analyse, trail } = await fieldwork();
    const clock = (minutes: number) =>
      `${TODAY}T${new Date(minutes * 60_000).toISOString().slice(11, 19)}.000+03:00`;
    for (const [at, household] of selected.entries())
      await send({ household, days: 4, times: [clock(1 + at * 4), clock(4 + at * 4)] });
    await analyse();
    expect((await trail()).marks).toMatch(
      /(\d+) answers of \1 units .* count, and the clocks of their phones say what no visits are \(at night\)/,
    );
  });

  it('has nothing to tell where nobody decided', async () => {
    const { selected, send, analyse, trail } = await fieldwork();
    for (const household of selected) await send({ household });
    await analyse();
    const { entries } = await trail();
    expect(entries.find(({ kind }) => kind === 'analysed')).toMatchObject({ judged: null, silent: null });
  });
});

describe('a second round on one draw', () => {
  const rounds = async () => {
    const work = await fieldwork();
    const final = async (from: string, to: string) => {
      const answer = await ana.post(`/v1/surveys/forms/${work.form.id}/analysis`, { from, to });
      expect(answer.status, answer.text).toBe(201);
      const declared = await ana.post(`/v1/sampling/periods/${answer.at('periodId')}/final`, {});
      expect(declared.status, declared.text).toBe(200);
    };
    const listed = async () => {
      const page = await ana.get(`/v1/surveys/forms/${work.form.id}/submissions?limit=100`);
      return page.at('items') as { day: string; findings: string[]; counts: boolean }[];
    };
    return { ...work, final, listed };
  };

  it('is no double of the first, which is final, and leaves no mark', async () => {
    const { selected, send, final, listed, form, trail } = await rounds();
    const [last = ''] = selected;
    for (const household of selected) await send({ household, days: 4 });
    // One comes before the first round is final.
    await send({ household: last, days: 5, today: LATER });
    const early = await ana.post(`/v1/surveys/forms/${form.id}/analysis`, { from: LATER, to: LATER });
    expect([early.status, early.at('hint')]).toEqual([422, expect.stringContaining('declare_final')]);
    await final(TODAY, TODAY);
    for (const household of selected.slice(1)) await send({ household, days: 5, today: LATER });
    // Twice in one round is a double as ever.
    await send({ household: last, days: 7, today: LATER });
    const second = (await listed()).filter(({ day }) => day === LATER);
    expect(second.filter(({ counts }) => counts)).toHaveLength(selected.length);
    expect(second.flatMap(({ findings }) => findings)).toEqual(['double']);
    const progress = await ana.post('/v1/surveys/progress', { formId: form.id });
    expect(progress.at('')).toMatchObject({ reached: selected.length, doubles: [last] });
    const analysed = await ana.post(`/v1/surveys/forms/${form.id}/analysis`, { from: LATER, to: LATER });
    expect(analysed.at('')).toMatchObject({ pooled: { valid: selected.length, mean: 5 } });
    const { marks } = await trail();
    expect(marks).not.toMatch(/double|do not count|neither a value nor a reason/);
  });

  it('is not begun by days that are chosen alone', async () => {
    const { selected, send, listed } = await rounds();
    const [low = ''] = selected;
    await send({ household: low, days: 1 });
    await send({ household: low, days: 7, today: LATER });
    expect((await listed()).map(({ findings }) => findings)).toContainEqual(['double']);
  });
});
