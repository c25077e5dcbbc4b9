import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import charts from '../charts/index.js';
import sampling from '../sampling/index.js';
import userPreferences from '../user-preferences/index.js';
import vfs from '../vfs/index.js';
import reports from './index.js';
import { FORMATS } from './operations/fields.js';
import { verifyCommand } from './verification/verify-command.js';

const HOMES = Array.from({ length: 60 }, (_, at) => `H${String(at).padStart(2, '0')}`);

let oracle: TestOracle;
let dir = '';
beforeAll(async () => {
  oracle = await startTestOracle({
    plugins: [sampling, vfs, charts, userPreferences, reports],
    config: { plugins: { charts: { timeoutMs: 30_000 } } },
    env: { PUBLIC_URL: 'https://oracle.example', ALLOWED_HOSTS: '127.0.0.1' },
  });
  dir = await mkdtemp(join(tmpdir(), 'oracle-later-'));
});
afterAll(async () => {
  await oracle.close();
  await rm(dir, { recursive: true, force: true });
});

async function post(path: string, body: unknown) {
  const answer = await oracle.owner.post(path, body as object);
  if (answer.status >= 300) throw new Error(answer.text);
  return answer;
}

/** The lines of `oracle report verify` on the kept report, and its exit code. */
async function lines(more: Record<string, string> = {}): Promise<string[]> {
  let printed = '';
  const write = (text: string) => {
    printed += text;
  };
  const code = await verifyCommand.run(['report.html'], more, {
    cwd: dir,
    stdout: write,
    stderr: write,
  } as never);
  return [...printed.trim().split('\n'), `${code}`];
}

it('a report says that it knows nothing of later, and the trail or the oracle say what came', async () => {
  const registry = `household_id\n${HOMES.join('\n')}\n`;
  const registryId = (
    await oracle.owner.post('/v1/sampling/registries', registry, { 'content-type': 'text/csv' })
  ).at('registryId');
  const design = {
    population: 60,
    confidence: 0.95,
    precision: 0.05,
    expectedMean: 0.8,
    expectedSD: 0.2,
    dropoutRate: 0,
    projectId: 'did:ixo:project/v',
  };
  const designId = (await post('/v1/sampling', design)).at('designId');
  const draw = { registryId, designId, seed: 1, sampleSize: 40 };
  const drawn = await post('/v1/sampling/selections', draw);
  const units = (drawn.at('record.strata.0.selected') as { id: string }[]).map(({ id }) => id);
  const analyse = (value: number) =>
    post('/v1/sampling/periods', {
      designId,
      selectionId: drawn.at('selectionId'),
      monitoringPeriod: '2000-01',
      reason: 'again',
      readings: units.map((unitId, at) => ({ unitId, date: '2000-01-05', value: value + at / 1000 })),
    });
  const first = (await analyse(0.7)).at('periodId');
  const wish = { kind: 'monitoring-report', periodId: first, format: 'html', saveAs: '/report.html' };
  await post('/v1/reports', wish);
  await writeFile(
    join(dir, 'report.html'),
    (await oracle.owner.get('/api/fs/content?path=/report.html')).bytes,
  );
  const keepTrail = async () =>
    writeFile(join(dir, 'trail.json'), (await oracle.owner.get(`/v1/sampling/${designId}/trail`)).text);
  const online = async () => {
    const found = await oracle.owner.get('/v1/reports/verification?path=/report.html');
    return (found.at('checks') as { name: string; detail: string }[]).find(({ name }) => name === 'later')
      ?.detail;
  };

  expect((await lines()).join('\n')).toMatch(/^mark later: it shows what was so at .* in the trail/m);
  await keepTrail();
  const trail = 'trail.json';
  expect((await lines({ trail })).join('\n')).toMatch(
    /^ok {3}later: nothing came after it in this trail of \d+ entries, exported at/m,
  );

  const second = (await analyse(0.9)).at('periodId');
  await post(`/v1/sampling/periods/${second}/final`, { reason: 'the first was wrong' });
  await keepTrail();
  expect((await lines({ trail })).join('\n')).toMatch(
    new RegExp(
      `^mark later: 2 entries came after it: analysed, finalised; ${second} is the final analysis`,
      'm',
    ),
  );
  expect(await online()).toContain(`${first} is not the final analysis of its days`);

  // A trail that was cut, or of which an entry was changed, is not believed.
  const whole = JSON.parse((await oracle.owner.get(`/v1/sampling/${designId}/trail`)).text);
  const { end: _, ...cut } = { ...whole, entries: whole.entries.slice(0, -2) };
  const last = cut.entries.at(-1);
  await writeFile(
    join(dir, 'cut.json'),
    JSON.stringify({ ...cut, head: { length: cut.entries.length, hash: last.hash } }),
  );
  const cutOff = await lines({ trail: 'cut.json' });
  expect(cutOff.join('\n')).toMatch(/^open later: nothing came after it .* which may be cut: end: /m);
  expect(cutOff.at(-1)).toBe('3');
  const forged = whole.entries.map((entry: { text: string }) => ({
    ...entry,
    text: entry.text.replace('"finalised"', '"published"'),
  }));
  await writeFile(join(dir, 'forged.json'), JSON.stringify({ ...whole, entries: forged }));
  const changed = await lines({ trail: 'forged.json' });
  expect(changed.join('\n')).toMatch(/^FAIL later: the trail is not to be believed: chain: /m);
  expect(changed.at(-1)).toBe('1');

  // Another design's trail is no trail of it, and what is none is said.
  const other = (await post('/v1/sampling', design)).at('designId');
  await writeFile(join(dir, 'other.json'), (await oracle.owner.get(`/v1/sampling/${other}/trail`)).text);
  const wrong = await lines({ trail: 'other.json' });
  expect(wrong.join('\n')).toContain(`FAIL later: the report is about ${designId}, the trail is of ${other}`);
  expect(wrong.at(-1)).toBe('1');
  await writeFile(join(dir, 'none.json'), '{}');
  expect((await lines({ trail: 'none.json' })).at(-1)).toBe('2');
});

it('a report of a share passes as it was written, in every format', async () => {
  const registry = `household_id\n${HOMES.join('\n')}\n`;
  const registryId = (
    await oracle.owner.post('/v1/sampling/registries', registry, { 'content-type': 'text/csv' })
  ).at('registryId');
  const design = {
    population: 60,
    confidence: 0.9,
    precision: 0.1,
    expectedMean: 0.7,
    expectedSD: 0.4583,
    parameterType: 'proportion',
    profile: 'cdm-90-10',
    dropoutRate: 0,
    projectId: 'did:ixo:project/share',
  };
  const designId = (await post('/v1/sampling', design)).at('designId');
  const drawn = await post('/v1/sampling/selections', { registryId, designId, seed: 1, sampleSize: 40 });
  const units = (drawn.at('record.strata.0.selected') as { id: string }[]).map(({ id }) => id);
  const period = await post('/v1/sampling/periods', {
    designId,
    selectionId: drawn.at('selectionId'),
    monitoringPeriod: '2000-01',
    reason: 'the share',
    readings: units.map((unitId, at) => ({ unitId, date: '2000-01-05', value: at % 4 === 0 ? 0 : 1 })),
  });
  for (const format of FORMATS) {
    const saveAs = `/share.${format}`;
    await post('/v1/reports', {
      kind: 'monitoring-report',
      periodId: period.at('periodId'),
      format,
      saveAs,
    });
    const found = await oracle.owner.get(`/v1/reports/verification?path=${saveAs}`);
    expect(found.at('verdict'), found.text).toBe('pass');
  }
  // What stands out in the trail stands there, and not again among the warnings of its period.
  const html = (await oracle.owner.get('/api/fs/content?path=/share.html')).text;
  const items = [...html.matchAll(/<li>(.*?)<\/li>/gs)].map(([, text = '']) => text.replace(/<[^>]*>/g, ''));
  expect(items.length).toBeGreaterThan(2);
  expect(new Set(items).size).toBe(items.length);
  // Whoever gets the link knows no address that a path would belong to.
  const published = await post('/v1/reports/publication', { path: '/share.docx' });
  expect(published.at('url')).toMatch(/^https:\/\/oracle\.example\/public\//);
});
