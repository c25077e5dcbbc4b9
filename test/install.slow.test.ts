import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPTS = fileURLToPath(new URL('../scripts', import.meta.url));

/** npm as far as installing goes: it writes down what it was asked, takes its time, and notes what it installed. */
const NPM = `#!${process.execPath}
import fs from 'node:fs';
const args = process.argv.slice(2);
fs.appendFileSync('npm.log', args.filter((arg) => !/^--(no-audit|no-fund|loglevel|ignore-scripts)/.test(arg)).join(' ') + '\\n');
if (args[0] === 'ci') fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules/extra', { recursive: true });
if (args[0] === 'install') fs.writeFileSync('node_modules/extra/package.json', '{}');
else setTimeout(() => {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
  const dev = !args.includes('--omit=dev');
  const there = Object.entries(packages).filter(([, entry]) => (dev || !entry.dev) && !entry.optional);
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(there) }));
}, Number(process.env.NPM_TAKES ?? 0));
`;
/** The oracle as far as starting goes. */
const ORACLE = `import fs from 'node:fs';
if (process.env.EXTRA && !fs.existsSync('node_modules/extra/package.json')) {
  process.send({ missingPackages: ['extra@^1.0.0'] });
  process.exitCode = 1;
} else console.log('listening');
process.disconnect();
`;
const LOCK = {
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/t': { version: '1.0.0', dev: true },
    'node_modules/other-machine': { version: '1.0.0', optional: true },
  },
};

let dir: string;
const running: ChildProcess[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'oracle-install-'));
  cpSync(SCRIPTS, join(dir, 'scripts'), { recursive: true });
  for (const folder of ['bin', 'path', 'src', 'plugins', 'web', 'templates', 'dist'])
    mkdirSync(join(dir, folder));
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify(LOCK));
  writeFileSync(join(dir, 'bin/oracle.mjs'), ORACLE);
  writeFileSync(join(dir, 'path/npm'), NPM);
  chmodSync(join(dir, 'path/npm'), 0o755);
  writeFileSync(join(dir, 'dist/cli.js'), '');
});
afterEach(() => {
  for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

const asked = () =>
  existsSync(join(dir, 'npm.log')) ? readFileSync(join(dir, 'npm.log'), 'utf8').trim().split('\n') : [];

function start(env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(dir, 'scripts/start.mjs')], {
    cwd: dir,
    env: { PATH: join(dir, 'path'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const done = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
  return { child, done };
}

describe('npm start', () => {
  it('installs what it runs with and no more, once', async () => {
    expect(await start().done).toMatchObject({ code: 0, output: expect.stringContaining('listening') });
    expect(await start().done).toMatchObject({ code: 0, output: 'listening\n' });
    expect(asked()).toEqual(['ci --omit=dev']);
  });

  it('installs anew when a package is of another version than the lock file says', async () => {
    await start().done;
    const newer = { ...LOCK.packages, 'node_modules/a': { version: '1.0.1' } };
    writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ packages: newer }));
    await start().done;
    expect(asked()).toHaveLength(2);
  });

  it('installs once for two that start at once', async () => {
    const both = await Promise.all([start({ NPM_TAKES: '1000' }).done, start({ NPM_TAKES: '1000' }).done]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.map(({ output }) => output).join()).toContain('waiting for it');
    expect(asked()).toHaveLength(1);
  });

  it('mends an installation that was killed', async () => {
    const { child, done } = start({ NPM_TAKES: '60000' });
    while (asked().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await done;
    expect(await start().done).toMatchObject({ code: 0, output: expect.stringContaining('listening') });
    expect(asked()).toHaveLength(2);
    expect(existsSync(join(dir, '.cache/install.lock'))).toBe(false);
  });

  it('waits for an installation that outlives the start that was killed', async () => {
    const { child } = start({ NPM_TAKES: '1500' });
    while (asked().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await start().done).toMatchObject({ code: 0, output: expect.stringContaining('waiting for it') });
    expect(asked()).toHaveLength(1);
  });

  it('installs the packages that an enabled plugin misses, and starts again', async () => {
    expect(await start({ EXTRA: '1' }).done).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Installing extra@\^1\.0\.0.*listening/s),
    });
    expect(asked()).toEqual(['ci --omit=dev', 'install --no-save --omit=dev extra@^1.0.0']);
  });

  it('says how to go on when npm fails', async () => {
    writeFileSync(join(dir, 'path/npm'), `#!${process.execPath}\nprocess.exitCode = 7;\n`);
    const { code, output } = await start().done;
    expect(code).toBe(7);
    expect(output).toContain('npm ci failed. Check that the npm registry is reachable');
  });
});
