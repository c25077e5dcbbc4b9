import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { OracleProject, type ProjectOptions } from './support/oracle-process.js';

/** A data directory with files, and so with keys. */
const STORED = fileURLToPath(new URL('./fixtures/data-before-joined-blobs.tar.gz', import.meta.url));
const projects: OracleProject[] = [];

function project(options?: ProjectOptions): OracleProject {
  const made = new OracleProject(options);
  projects.push(made);
  return made;
}

/** A project with plugins of its own in `src/plugins`, each a plain JavaScript file. */
function withPlugins(plugins: Readonly<Record<string, string>>): OracleProject {
  const made = project({ config: {} });
  mkdirSync(join(made.dir, 'src/plugins'), { recursive: true });
  for (const [name, body] of Object.entries(plugins)) {
    made.write(`src/plugins/${name}.mjs`, `export default ${body};`);
  }
  return made;
}

const MANIFEST = "manifest: { title: 'T', summary: 'S.', whenToUse: ['x'] }";

afterEach(async () => {
  for (const made of projects.splice(0)) await made.remove();
});

/** A boot that hangs is ended by the project, and has no exit code then. */
async function bootFault(made: OracleProject): Promise<string> {
  const { code, stderr, stdout } = await made.run(['start']);
  expect(code).toBe(1);
  expect(stdout).not.toContain('listening');
  expect(stderr).not.toMatch(/\n\s+at /);
  return stderr;
}

describe('a boot that cannot succeed ends at once with its exact line', () => {
  it('names file and line of a malformed .env', async () => {
    const stderr = await bootFault(project({ files: { '.env': 'PORT=0\nthis is no assignment\n' } }));
    expect(stderr).toContain('.env:2');
  });

  it('names file, line and column of a malformed oracle.config.json', async () => {
    const stderr = await bootFault(
      project({ files: { 'oracle.config.json': '{\n  "name": "x",\n  oops\n}' } }),
    );
    expect(stderr).toContain('oracle.config.json:3');
  });

  it.each([
    ['are lost', (made: OracleProject) => rmSync(join(made.dir, 'data/master-keys.json')), 'is not there'],
    [
      'are those of another database',
      (made: OracleProject) =>
        made.write(
          'data/master-keys.json',
          JSON.stringify({ keys: [{ id: 'other', key: Buffer.alloc(32).toString('base64url') }] }),
        ),
      'belongs to another database',
    ],
    ['are damaged', (made: OracleProject) => made.write('data/master-keys.json', '{'), 'is damaged'],
  ])('starts with no new master keys where those of its database %s', async (_, spoil, words) => {
    const made = project();
    execFileSync('tar', ['-xzf', STORED, '-C', made.dir]);
    spoil(made);
    const present = () => readdirSync(join(made.dir, 'data')).filter((name) => name.startsWith('master'));
    const before = present();
    const stderr = await bootFault(made);
    expect(stderr).toContain(words);
    expect(stderr).toMatch(/master-keys\.json/);
    expect(present()).toEqual(before);
  });

  it('names the field of a bad configuration value', async () => {
    const stderr = await bootFault(project({ config: { name: 42 } }));
    expect(stderr).toMatch(/oracle\.config\.json:\d+.*name/);
  });

  it('prints the line that installs the packages of a plugin that its variable enables', async () => {
    const queue = `{ name: 'queue', version: '1.0.0', ${MANIFEST}, packages: { 'no-such-queue': '^1.0.0' }, enabledBy: ['QUEUE_URL'], env: { QUEUE_URL: (value) => value } }`;
    const made = withPlugins({ queue });
    const { stdout } = await made.run(['plugins']);
    expect(stdout).toMatch(/queue.*QUEUE_URL/);
    made.write('.env', 'QUEUE_URL=redis://127.0.0.1\n');
    const stderr = await bootFault(made);
    expect(stderr).toContain("[boot-error] Plugin 'queue' needs packages that are not installed.");
    expect(stderr).toContain('npm install no-such-queue@^1.0.0');
    mkdirSync(join(made.dir, 'node_modules/no-such-queue'), { recursive: true });
    made.write('node_modules/no-such-queue/package.json', '{}');
    expect((await made.run(['plugins'])).stdout).not.toMatch(/queue.*QUEUE_URL/);
  });

  it('leaves nothing behind when it is only asked what would load', async () => {
    const made = project({ config: {} });
    expect((await made.run(['plugins'])).code).toBe(0);
    expect(readdirSync(made.dir)).toEqual(['oracle.config.json']);
  });

  it('prints the boot-error line of a bad plugin variable', async () => {
    const stderr = await bootFault(project({ env: { WEATHER_DEFAULT_UNITS: 'kelvin' } }));
    expect(stderr).toContain(
      "[boot-error] Plugin 'weather' env validation failed for 'WEATHER_DEFAULT_UNITS': ",
    );
    expect(stderr).toContain('or disable it: features: { weather: false }');
  });

  it('prints a cycle as a path', async () => {
    const stderr = await bootFault(
      withPlugins({
        alpha: `{ name: 'alpha', version: '1.0.0', ${MANIFEST}, dependsOn: ['beta'] }`,
        beta: `{ name: 'beta', version: '1.0.0', ${MANIFEST}, dependsOn: ['alpha'] }`,
      }),
    );
    expect(stderr).toContain('alpha -> beta -> alpha');
  });

  it('names a missing dependency and who asked for it', async () => {
    const stderr = await bootFault(
      withPlugins({ alpha: `{ name: 'alpha', version: '1.0.0', ${MANIFEST}, dependsOn: ['nowhere'] }` }),
    );
    expect(stderr).toMatch(/'alpha'.*'nowhere'/);
  });

  it('names both owners of one tool name', async () => {
    const body = (name: string) => `{ name: '${name}', version: '1.0.0', ${MANIFEST},
      setup: async () => {
        const { z } = await import(${JSON.stringify(import.meta.resolve('zod'))});
        return { tools: [{ name: 'do_it', description: 'd', input: z.object({}), run: () => 1 }] };
      } }`;
    const stderr = await bootFault(withPlugins({ alpha: body('alpha'), beta: body('beta') }));
    expect(stderr).toMatch(/do_it/);
    expect(stderr).toMatch(/alpha/);
    expect(stderr).toMatch(/beta/);
  });

  it('says which file of the plugins folder does not load', async () => {
    const stderr = await bootFault(withPlugins({ broken: '{ name: ' }));
    expect(stderr).toContain('src/plugins/broken.mjs');
  });

  it('says what a package may be imported as', async () => {
    const made = withPlugins({ tea: `(await import('teas/mlk')).default` });
    mkdirSync(join(made.dir, 'node_modules/teas'), { recursive: true });
    const teas = (exports: object) =>
      made.write('node_modules/teas/package.json', JSON.stringify({ name: 'teas', exports }));
    teas({ './milk': './milk.js', './green': './green.js' });
    expect(await bootFault(made)).toContain("Did you mean 'teas/milk'? Mend the file");
    teas({ '.': './index.js', './green': './green.js' });
    expect(await bootFault(made)).toContain("It may import 'teas', 'teas/green'. Mend the file");
  });

  it('names both files of two plugins of one name', async () => {
    const body = `{ name: 'alpha', version: '1.0.0', ${MANIFEST} }`;
    const stderr = await bootFault(withPlugins({ alpha: body, copy: body }));
    expect(stderr).toContain("'alpha': src/plugins/alpha.mjs and src/plugins/copy.mjs");
  });
});

describe('the oracle’s own plugins', () => {
  it('load from src/plugins, TypeScript included, and a throwing one is reported failed', async () => {
    const made = withPlugins({
      fragile: `{ name: 'fragile', version: '1.0.0', ${MANIFEST}, setup() { throw new Error('no fuel') } }`,
    });
    mkdirSync(join(made.dir, 'src/plugins/typed'));
    made.write(
      'src/plugins/typed/index.ts',
      `const name: string = 'typed'; export default { name, version: '1.0.0', ${MANIFEST} };`,
    );
    const { code, stdout } = await made.run(['plugins', '--json']);
    expect(code).toBe(0);
    const states = (JSON.parse(stdout) as { name: string; state: string; reason?: string }[]).map(
      ({ name, state, reason }) => ({ name, state, reason }),
    );
    expect(states).toContainEqual({ name: 'typed', state: 'loaded', reason: undefined });
    expect(states).toContainEqual(expect.objectContaining({ name: 'fragile', state: 'failed' }));
    expect(states.find(({ name }) => name === 'fragile')?.reason).toContain('no fuel');
  });
});
