import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { OracleProject } from './support/oracle-process.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What `npm publish` would send. */
function packedPaths(): string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [{ files }] = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' })) as [
    { files: { path: string }[] },
  ];
  return files.map(({ path }) => path);
}

describe('the package', () => {
  it('holds whatever its README links to', () => {
    const links = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(
      ([, target = '']) => target.replace(/\/$/, ''),
    );
    const paths = packedPaths();
    expect(links.length).toBeGreaterThan(2);
    expect(
      links.filter((link) => !paths.some((path) => path === link || path.startsWith(`${link}/`))),
    ).toEqual([]);
  });

  it('is built, with its types, before it is packed', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['prepack']).toBe('npm run build');
    expect(scripts['build']).toContain('tsc -p tsconfig.build.json');
  });

  it('ships what runs and what types it, no test and no source', () => {
    const paths = packedPaths();
    expect(paths).toEqual(
      expect.arrayContaining([
        'bin/oracle.mjs',
        'dist/cli.js',
        'dist/index.js',
        'dist/plugin.js',
        'dist/testing.js',
        '.env.example',
        'README.md',
        'LICENSE',
      ]),
    );
    // What `oracle new` writes has its tests with it.
    const own = paths.filter((path) => !path.startsWith('dist/templates/'));
    expect(own.length).toBeLessThan(paths.length);
    expect(own.filter((path) => /\.test\.|^(src|plugins|test|bench|data)\/|(^|\/)\.env$/.test(path))).toEqual(
      [],
    );
  });
});

describe('a project that installed it', () => {
  let project: OracleProject | undefined;
  afterEach(() => project?.remove());

  it('runs the plugin of the README, and one in parts, from its own src/plugins', async () => {
    project = new OracleProject({ config: { name: 'dicey' } });
    mkdirSync(join(project.dir, 'node_modules'));
    symlinkSync(ROOT, join(project.dir, 'node_modules/oracle-runtime'));
    symlinkSync(join(ROOT, 'node_modules/zod'), join(project.dir, 'node_modules/zod'));
    for (const name of ['dice', 'shelf'])
      cpSync(join(ROOT, `examples/${name}/index.ts`), join(project.dir, `src/plugins/${name}/index.ts`));
    const oracle = await project.start();
    expect(oracle.output).toMatch(/\[boot\] loaded: dice \(on-demand\) \d+ms/);
    expect(oracle.output).toMatch(/\[boot\] loaded: shelf \(on-demand\) \d+ms/);
    const { code, stdout, stderr } = await project.run([
      '--chat',
      '--message',
      'roll 3 dice',
      '--url',
      oracle.url,
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain('roll_dice(count: 3)');
    expect(stdout).toMatch(/(\b[1-6]\b\D+){2}\b[1-6]\b/);
  });
});
