import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { answersXml, parts } from '../plugins/surveys/testing/phone.js';
import { drawnDesign } from '../plugins/surveys/testing/surveys-app.js';
import { invited, type Person } from './support/invited.js';

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({
    plugins: shippedPlugins,
    env: { PUBLIC_URL: 'https://oracle.example', ALLOWED_HOSTS: '127.0.0.1' },
  });
});
afterAll(() => oracle?.close());

/** A phone of this person's, and how it takes its list of forms and sends something. */
async function phoneOf(person: Person) {
  const { designId, selected } = await drawnDesign(person);
  const form = await person.post('/v1/surveys/forms', { designId });
  const made = await person.post('/v1/surveys/phones', { formId: form.at('formId'), person: 'Amina' });
  const settings = await person.get(`/v1/surveys/phones/${made.at('phoneId')}/settings`);
  const { pathname } = new URL(String(settings.at('serverUrl')));
  const odk = { formId: String(form.at('odkFormId')), version: String(form.at('version')) };
  const today = new Date().toISOString().slice(0, 10);
  return {
    list: async () => (await fetch(`${oracle.url}${pathname}/formList`)).status,
    send: async (at: number) => {
      const xml = answersXml(odk, { household: selected[at] ?? '', today });
      const body = parts(xml);
      return (await fetch(`${oracle.url}${pathname}/submission`, { method: 'POST', body })).status;
    },
  };
}

it('shuts out the phones of a person who is let go, and nobody else’s', async () => {
  const scopes = ['surveys', 'sampling', 'fs/read', 'fs/write'];
  const [ann, ben] = [await invited(oracle, 'Ann', ...scopes), await invited(oracle, 'Ben', ...scopes)];
  const [hers, his] = [await phoneOf(ann), await phoneOf(ben)];
  expect([await hers.list(), await hers.send(0)]).toEqual([200, 201]);
  expect((await oracle.owner.delete(`/people/${encodeURIComponent(ann.did)}`)).status).toBeLessThan(300);
  expect([await hers.list(), await hers.send(1)]).toEqual([404, 404]);
  expect([await his.list(), await his.send(0)]).toEqual([200, 201]);
});
