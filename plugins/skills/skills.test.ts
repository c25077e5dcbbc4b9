import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DocumentSignature, verifyDocument } from 'oracle-runtime/kit';
import { OracleError, type Principal, provide, type ToolRuntime } from 'oracle-runtime/plugin';
import { type TestContext, testContext } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DesignService, Designs } from '../sampling/service.js';
import { Files } from '../vfs/service.js';
import { memoryFiles } from '../vfs/testing/memory-files.js';
import { checksSchema } from './checks/check.js';
import skills from './index.js';

const SHIPPED = fileURLToPath(new URL('./shipped', import.meta.url));
const head = (name: string, description = 'Does things.') =>
  `---\nname: ${name}\ndescription: ${description}\n---\n`;

let folder: string;
let unit: TestContext;
const drive = memoryFiles();
const put = async (path: string, content: string | Uint8Array) => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skills-'));
  await put('brew-tea/SKILL.md', `${head('brew-tea', 'Brews tea: black or green.')}Boil water.`);
  await put('brew-tea/references/green.md', 'At 80 degrees.');
  await put('brew-tea/assets/leaf.bin', new Uint8Array([0xff, 0xfe, 0x00]));
  await put('plan-a-sample/SKILL.md', `${head('plan-a-sample', 'Our own way.')}Ask Ana.`);
  await put('wrong-name/SKILL.md', head('other'));
  await put('no-head/README.md', 'nothing');
  await put('heavy/SKILL.md', head('heavy'));
  await put('heavy/assets/large.bin', new Uint8Array(1024 * 1024 + 1));
  await put('linked/SKILL.md', head('linked'));
  await symlink('/etc', join(folder, 'linked/etc'));
  await symlink(join(folder, 'brew-tea'), join(folder, 'whole-link'));
  const designs: Partial<DesignService> = {
    get: async (principal, designId) => {
      if (principal.did !== 'did:key:zAlice' || designId !== 'design-1')
        throw new OracleError('not_found', { detail: `There is no design ${designId}.` });
      return { parameters: { confidence: 0.8, precision: 0.05, population: 5 } } as never;
    },
    draws: async () => ({ items: [] }),
  };
  unit = await testContext(skills, {
    env: { SKILLS_DIR: folder },
    services: [provide(Files, drive.files), provide(Designs, designs as DesignService)],
  });
});
afterAll(async () => {
  await unit.close();
  await rm(folder, { recursive: true, force: true });
});

const person = (did: string, scopes: readonly string[] = ['*']): Principal => ({
  id: did,
  did,
  kind: 'api-key',
  name: did,
  scopes: new Set(scopes),
});
const ALICE = person('did:key:zAlice');
const call = async (name: string, args: object, principal = ALICE) =>
  (await unit.call(name, args, { principal })) as Record<string, unknown>;
const listed = async (principal = ALICE) => {
  const { skills: found, skipped } = (await call('list_skills', {}, principal)) as {
    skills: { name: string; origin: string; description: string }[];
    skipped: { name: string; reason: string }[];
  };
  return { found, skipped, names: found.map(({ name }) => name) };
};

describe('skills', () => {
  it('are the operator’s and those that ship, and every skip says why', async () => {
    const { found, skipped } = await listed();
    expect(found.map(({ name, origin }) => `${origin} ${name}`).sort()).toEqual([
      'oracle brew-tea',
      'oracle plan-a-sample',
      'shipped close-a-monitoring-period',
      'shipped run-a-kitchen-performance-test',
    ]);
    expect(Object.fromEntries(skipped.map(({ name, reason }) => [name, reason]))).toEqual({
      heavy: 'has a file of more than 1 MB, assets/large.bin',
      linked: 'has a link, etc; put the file itself there',
      'no-head': 'has no SKILL.md',
      'plan-a-sample': "is hidden by the oracle's skill of the same name",
      'whole-link': 'is a link',
      'wrong-name': "its name 'other' is not that of its folder 'wrong-name'",
    });
    expect(await unit.contribution.health?.()).toMatchObject({
      status: 'degraded',
      detail: expect.stringContaining("wrong-name its name 'other' is not"),
    });
  });

  it('are found by a task in plain words', async () => {
    const { skills: found } = await call('search_skills', { task: 'brewing green tea for the team' });
    expect(found).toMatchObject([{ name: 'brew-tea', description: 'Brews tea: black or green.' }]);
    expect((await call('search_skills', { task: 'the zzz' }))['skills']).toEqual([]);
  });

  it('are loaded with a signature over exactly their files', async () => {
    const { signature, ...loaded } = await call('load_skill', { skill: 'brew-tea' });
    expect(loaded).toMatchObject({
      instructions: 'Boil water.',
      files: [{ path: 'SKILL.md' }, { path: 'assets/leaf.bin' }, { path: 'references/green.md' }],
    });
    const { files } = (await unit.contribution.textSources?.[0]?.list(ALICE, unit.context.signal))
      ?.filter(({ uri }) => uri.startsWith('skill://brew-tea/'))
      .reduce<{ files: object[] }>(
        (all, { uri, size, sha256 }) => ({
          files: [...all.files, { path: uri.slice('skill://brew-tea/'.length), size, sha256 }],
        }),
        { files: [] },
      ) ?? { files: [] };
    const signed = { skill: 'brew-tea', digest: loaded['digest'], files };
    expect(verifyDocument(signed, signature as DocumentSignature)).toBe(true);
    expect(verifyDocument({ ...signed, skill: 'other' }, signature as DocumentSignature)).toBe(false);
  });

  it('are texts of whoever has the scope, and of nobody else', async () => {
    const [texts] = unit.contribution.textSources ?? [];
    const chatter = person('did:key:zChatter', ['chat']);
    expect(await texts?.list(chatter, unit.context.signal)).toEqual([]);
    expect(await texts?.read('skill://brew-tea/SKILL.md', chatter, unit.context.signal)).toBeUndefined();
    expect(await texts?.read('skill://brew-tea/SKILL.md', ALICE, unit.context.signal)).toBeDefined();
  });

  it('give their text files one at a time, and nothing outside of them', async () => {
    const read = (file: string) => call('read_skill_file', { skill: 'brew-tea', file });
    expect(await read('references/green.md')).toMatchObject({ text: 'At 80 degrees.' });
    await expect(read('assets/leaf.bin')).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(read('references/none.md')).rejects.toMatchObject({ code: 'not_found' });
    for (const file of ['../plan-a-sample/SKILL.md', '/etc/hostname', 'references/../../x'])
      await expect(read(file), file).rejects.toMatchObject({ code: 'invalid_request' });
    await rm(join(folder, 'brew-tea/references'), { recursive: true });
    await symlink('/etc', join(folder, 'brew-tea/references'));
    await expect(read('references/hostname')).rejects.toMatchObject({ code: 'not_found' });
    await rm(join(folder, 'brew-tea/references'));
    await put('brew-tea/references/green.md', 'At 80 degrees.');
  });

  it('that are not there are refused with the nearest name, those that are skipped with the reason', async () => {
    await expect(call('load_skill', { skill: 'brew-te' })).rejects.toMatchObject({
      code: 'not_found',
      hint: "Did you mean 'brew-tea'?",
    });
    await expect(call('load_skill', { skill: 'heavy' })).rejects.toMatchObject({
      detail: expect.stringContaining('more than 1 MB'),
    });
  });
});

describe('a person’s own skills', () => {
  it('are theirs alone and come before all others', async () => {
    drive.put(
      ALICE.did,
      '/skills/brew-tea/SKILL.md',
      `${head('brew-tea', 'Alice brews.')}Secret leaf xylophone.`,
    );
    drive.put(ALICE.did, '/skills/broken/SKILL.md', 'nothing');
    drive.put('did:key:zAlice2', '/skills/mine/SKILL.md', `${head('mine')}x`);
    expect((await listed()).found).toContainEqual(
      expect.objectContaining({ name: 'brew-tea', origin: 'own', description: 'Alice brews.' }),
    );
    expect((await listed()).skipped).toContainEqual(
      expect.objectContaining({ name: 'broken', origin: 'own', status: 'invalid' }),
    );
    for (const did of ['did:key:zAlic', 'did:key:zAlice3', '', 'null'])
      expect((await listed(person(did))).found).toContainEqual(
        expect.objectContaining({ name: 'brew-tea', origin: 'oracle' }),
      );
    expect((await listed(person('did:key:zAlice2'))).names).toContain('mine');
    expect((await listed()).names).not.toContain('mine');
    await expect(call('load_skill', { skill: 'mine' })).rejects.toMatchObject({ code: 'not_found' });
    expect((await listed({ ...ALICE, scopes: new Set(['skills']) })).found).not.toContainEqual(
      expect.objectContaining({ origin: 'own' }),
    );
    expect(JSON.stringify(unit.logs)).not.toContain('xylophone');
  });

  it('are capabilities and texts of theirs alone', async () => {
    const { capabilitySources: [source] = [], textSources: [texts] = [] } = unit.contribution;
    await listed(person('did:key:zAlice2'));
    await listed();
    const names = (principal: Principal) => source?.list(principal).map(({ name }) => name);
    expect(names(person('did:key:zAlice2'))).toContain('skills/mine');
    expect(names(ALICE)).not.toContain('skills/mine');
    expect(names(person('did:key:zStranger'))).toEqual(expect.arrayContaining(['skills/brew-tea']));
    const rt = { principal: ALICE, signal: unit.context.signal } as ToolRuntime;
    const [tool] = (await source?.load('skills/brew-tea', ALICE, rt.signal)) ?? [];
    expect(tool?.name).toBe('skill_brew_tea');
    expect(await tool?.run({}, rt)).toMatchObject({ instructions: 'Secret leaf xylophone.' });
    expect(await texts?.read('skill://mine/SKILL.md', ALICE, rt.signal)).toBeUndefined();
    expect(await texts?.read('skill://brew-tea/../mine/SKILL.md', ALICE, rt.signal)).toBeUndefined();
    const own = await texts?.read('skill://brew-tea/SKILL.md', ALICE, rt.signal);
    expect(Buffer.from(own?.content ?? []).toString()).toContain('Secret leaf');
  });
});

describe('checks', () => {
  it('are evaluated on records as the oracle has them', async () => {
    const did = await call('check_skill', { skill: 'close-a-monitoring-period', designId: 'design-1' });
    expect(did).toMatchObject({ passed: false });
    await put('own-rules/SKILL.md', `${head('own-rules')}x`);
    await put(
      'own-rules/assets/checks.json',
      JSON.stringify({
        checks: [
          { id: 'c', title: 'C', mend: 'M', value: 'design.parameters.confidence', is: 'at least', to: 0.9 },
          { id: 'p', title: 'P', mend: 'M', value: 'design.parameters.precision', is: 'at most', to: 0.05 },
        ],
      }),
    );
    expect(await call('check_skill', { skill: 'own-rules', designId: 'design-1' })).toMatchObject({
      passed: false,
      checks: [
        { id: 'c', state: 'failed', found: 'confidence is 0.8' },
        { id: 'p', state: 'passed' },
      ],
    });
    await expect(
      call('check_skill', { skill: 'own-rules', designId: 'design-1' }, person('did:key:zAlice2')),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are evaluated on a table in the person’s files', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => at + 1).flatMap((home) =>
      ['baseline', 'project'].flatMap((arm) =>
        ['2024-03-01', '2024-03-02', '2024-03-03'].map((day) => `H${home},${arm},${day},5,12,4`),
      ),
    );
    drive.put(
      ALICE.did,
      '/kpt/weights.csv',
      ['household,arm,day,fuel_kg,moisture_percent,persons', ...rows].join('\n'),
    );
    const check = (principal = ALICE) =>
      call('check_skill', { skill: 'run-a-kitchen-performance-test', file: '/kpt/weights.csv' }, principal);
    expect(await check()).toMatchObject({ passed: true });
    drive.put(
      ALICE.did,
      '/kpt/weights.csv',
      'household,arm,day,fuel_kg,moisture_percent,persons\nH1,project,2024-03-01,5,12,4\n',
    );
    const { checks } = (await check()) as { checks: { id: string; state: string }[] };
    expect(checks.filter(({ state }) => state === 'failed').map(({ id }) => id)).toEqual([
      'three-days',
      'enough-homes',
      'two-arms',
    ]);
    await expect(check(person('did:key:zAlice2'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that cannot be read say where', async () => {
    await put('bad-rules/SKILL.md', `${head('bad-rules')}x`);
    await put('bad-rules/assets/checks.json', '{"checks":[{"id":"a"}]}');
    await expect(call('check_skill', { skill: 'bad-rules' })).rejects.toMatchObject({
      code: 'invalid_request',
      detail: expect.stringContaining('assets/checks.json'),
    });
    await expect(call('check_skill', { skill: 'brew-tea' }, person('did:key:zNobody'))).rejects.toMatchObject(
      { code: 'not_found' },
    );
  });

  it('of every skill that ships can be read', async () => {
    for (const name of await readdir(SHIPPED)) {
      const text = await readFile(join(SHIPPED, name, 'assets/checks.json'), 'utf8');
      expect(checksSchema.parse(JSON.parse(text)).checks.length, name).toBeGreaterThan(5);
    }
  });
});
