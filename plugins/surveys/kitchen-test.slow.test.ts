import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type SamplingApp, startSamplingApp } from '../sampling/testing/sampling-app.js';
import { verifyTrail } from '../sampling/trail/verify-trail.js';
import vfs from '../vfs/index.js';
import surveys from './index.js';
import { answersXml, parts } from './testing/phone.js';
import { drawnDesign, SURVEY_SCOPES } from './testing/surveys-app.js';

const DAY = 86_400_000;

let app: SamplingApp;
let ana: Client;
let projects = 0;
let now = Date.UTC(2023, 11, 1, 5);
beforeAll(async () => {
  const env = { PUBLIC_URL: 'https://oracle.example', ALLOWED_HOSTS: '127.0.0.1' };
  app = await startSamplingApp({}, env, [vfs, surveys], { now: () => now });
});
afterAll(() => app.close());

/** A design of fuel for a person and day, whose homes are weighed by phones. */
async function kitchens() {
  projects += 1;
  now += 10 * DAY;
  const [first = '', second = ''] = [0, 1].map((after) =>
    new Date(now + after * DAY).toISOString().slice(0, 10),
  );
  ana = await app.client(`ana ${projects}`, SURVEY_SCOPES);
  const drawn = await drawnDesign(ana, {
    projectId: `did:ixo:project/kitchen-${projects}`,
    expectedMean: 1.2,
    expectedSD: 0.2,
  });
  const makeForm = async (equivalents?: Record<string, number>) => {
    now += DAY;
    const made = await ana.post('/v1/surveys/forms', {
      designId: drawn.designId,
      template: 'kitchen_test',
      ...(equivalents && { equivalents }),
    });
    expect(made.status, made.text).toBe(201);
    const form = { formId: String(made.at('odkFormId')), version: String(made.at('version')) };
    const id = String(made.at('formId'));
    const phone = await ana.post('/v1/surveys/phones', { formId: id, person: 'Amina' });
    const settings = await ana.get(`/v1/surveys/phones/${phone.at('phoneId')}/settings`);
    const { pathname } = new URL(String(settings.at('serverUrl')));
    /** Weighs what two men burnt in a day, each home its own. */
    const weigh = async (today: string, fuel: string, factor: number, times = 1) => {
      for (const [at, household] of drawn.selected.entries()) {
        const kg = (2 + (at % 7) / 10) * times;
        const interview = `<main_fuel>${fuel}</main_fuel><test_days>1</test_days><fuel_before>${kg}</fuel_before><fuel_added>0</fuel_added><fuel_left>0</fuel_left><children>0</children><women>0</women><men>2</men><old_men>0</old_men><standard_adults>2</standard_adults>`;
        const value = String(Number(((kg / 2) * factor).toFixed(4)));
        const body = parts(answersXml(form, { household, today, interview, value }));
        const sent = await fetch(`${app.url}${pathname}/submission`, { method: 'POST', body });
        expect(sent.status).toBe(201);
      }
    };
    const analyse = async (from: string, to: string) => {
      const answer = await ana.post(`/v1/surveys/forms/${id}/analysis`, { from, to });
      expect(answer.status, answer.text).toBe(201);
      return answer;
    };
    return { weigh, analyse };
  };
  const trail = async () => {
    const { marks, checks } = await verifyTrail((await ana.get(`/v1/sampling/${drawn.designId}/trail`)).json);
    return {
      marks: marks.map(({ mark }) => mark).join('\n'),
      notes: checks.map(({ detail }) => detail).join('\n'),
    };
  };
  return { ...drawn, makeForm, trail, days: { first, second } };
}

describe('what a kilogram counts as in a kitchen test', () => {
  it('is told of each analysis, and bears no mark where one form was made before anybody answered', async () => {
    const { makeForm, trail, selected, days } = await kitchens();
    await makeForm({ charcoal: 2 });
    const form = await makeForm({ charcoal: 1.8 });
    await form.weigh(days.first, 'charcoal', 1.8);
    await form.analyse(days.first, days.second);
    const { marks, notes } = await trail();
    expect(notes).toContain(`; dry wood for a kilogram: wood 1, charcoal 1.8 (${selected.length} values)`);
    expect(marks).not.toMatch(/kilogram|answers of phones/);
  });

  it('and is marked where it was set with values at hand, with both means', async () => {
    const { makeForm, trail, selected, days } = await kitchens();
    const { weigh } = await makeForm({ charcoal: 1.8 });
    await weigh(days.first, 'charcoal', 1.8);
    const after = await makeForm({ charcoal: 0.4 });
    await after.weigh(days.second, 'charcoal', 0.4);
    const analysed = await after.analyse(days.second, days.second);
    const { marks, notes } = await trail();
    expect(notes).toContain(`wood 1, charcoal 0.4 (${selected.length} values)`);
    expect(marks).toMatch(
      new RegExp(
        `^That a kilogram counts as wood 1, charcoal 0\\.4 of dry wood was set when ${selected.length} values had come in by wood 1, charcoal 1\\.8, with the mean 2\\.\\d+: the mean of the ${selected.length} values by it is 0\\.4\\d+\\.$`,
        'm',
      ),
    );
    // The answers that its days leave out, as well.
    expect(marks).toMatch(
      new RegExp(
        `^${selected.length} answers of phones of these units are of ${days.first}, which no analysis of this design has: the mean of the answers is 2\\.\\d+, that of this analysis 0\\.4\\d+\\. Of several days`,
        'm',
      ),
    );
    expect((analysed.at('warnings') as string[]).join('\n')).toContain('was set when');
    // Whenever it was set.
    expect(marks).toContain(
      `A kilogram of charcoal counts as 0.4 of dry wood in the form behind ${selected.length} values, and has about 1.9 times the energy of one of wood (IPCC 2006)`,
    );
  });

  it('and where values of one analysis were computed by several', async () => {
    const { makeForm, trail, days } = await kitchens();
    const before = await makeForm();
    await before.weigh(days.first, 'wood', 1);
    const after = await makeForm({ charcoal: 1.8 });
    await after.weigh(days.second, 'wood', 1);
    await after.analyse(days.first, days.second);
    expect((await trail()).marks).toMatch(
      /^The values of one analysis were computed otherwise: \d+ with wood 1 for a kilogram, with the mean [\d.]+; \d+ with wood 1, charcoal 1\.8 for a kilogram, with the mean [\d.]+\.$/m,
    );
  });

  it('says which visits of the same homes no analysis has, until one has them', async () => {
    const { makeForm, trail, days } = await kitchens();
    const form = await makeForm();
    await form.weigh(days.first, 'wood', 1);
    await form.weigh(days.second, 'wood', 1, 0.6);
    await form.analyse(days.second, days.second);
    const left = `are of ${days.first}, which no analysis of this design has`;
    expect((await trail()).marks).toContain(left);
    await form.analyse(days.first, days.first);
    expect((await trail()).marks).not.toContain(left);
  });
});
