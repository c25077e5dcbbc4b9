import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../scripts/start.mjs', import.meta.url));
const started: { child: ChildProcess; dir: string }[] = [];

/** What `npm start` runs, as the leader of a group of its own, until it has printed all its lines. */
async function npmStart({ port = 0, printed = /npx oracle --chat/ } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'oracle-start-'));
  const child = spawn(process.execPath, [SCRIPT], {
    env: { PATH: process.env['PATH'] ?? '', HOME: dir, PORT: String(port), DATA_DIR: join(dir, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.push({ child, dir });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const until = async (pattern: RegExp) => {
    while (!pattern.test(output))
      await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), closed]);
  };
  await until(printed);
  return { pid: child.pid ?? -1, exit, closed, until, output: () => output };
}

afterEach(async () => {
  for (const { child, dir } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    rmSync(dir, { recursive: true, force: true });
  }
});

describe('npm start', () => {
  it('prints where to open it, a curl line and where it listens, and makes an identity', async () => {
    const { output, pid, exit } = await npmStart();
    expect(output()).toMatch(/^Oracle 'oracle' \(runtime v\d+\.\d+\.\d+\) listening on :\d+$/m);
    // Its output is a pipe here, which somebody may keep as a log: the link that signs in is for a terminal alone.
    const url = /Open {3}(http:\/\/127\.0\.0\.1:\d+)\/\n.*npx oracle login/.exec(output())?.[1];
    expect(output()).not.toContain('#login=');
    const health = /Try {4}curl (\S+)/.exec(output())?.[1];
    expect(health).toBe(`${url}/health/plugins`);
    expect((await fetch(String(health))).status).toBe(200);
    process.kill(pid, 'SIGTERM');
    expect(await exit).toBe(0);
  });

  it.each([
    ['Ctrl-C, which reaches the whole group and comes once more through npm', true],
    ['a signal to the one process', false],
  ])('drains and exits 0 on %s', async (_, group) => {
    const { pid, exit, output } = await npmStart();
    process.kill(group ? -pid : pid, 'SIGINT');
    if (group) process.kill(pid, 'SIGINT');
    expect(await exit).toBe(0);
    expect(output().match(/draining/g)).toHaveLength(1);
  });

  it('ends when its port is taken, and holds nothing any more', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const { port } = other.address() as AddressInfo;
      const { exit, output } = await npmStart({ port, printed: /is taken by another process/ });
      expect(await exit).toBe(1);
      expect(output()).toContain(`Port ${port} of 127.0.0.1 is taken by another process.`);
    } finally {
      other.close();
    }
  });

  it.each([100, 300, 900])('leaves nothing behind when npm is told to end after %i ms', async (ms) => {
    const dir = mkdtempSync(join(tmpdir(), 'oracle-start-'));
    const child = spawn('npm', ['start'], {
      cwd: dirname(dirname(SCRIPT)),
      env: { PATH: process.env['PATH'] ?? '', HOME: dir, PORT: '0', DATA_DIR: join(dir, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push({ child, dir });
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    // Its pipes close only when the last of all processes that share them has ended.
    const closed = once(child, 'close');
    await new Promise((later) => setTimeout(later, ms));
    child.kill('SIGTERM');
    await closed;
  });

  it('leaves nothing behind when npm is gone before its first line has run', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'oracle-start-'));
    const root = dirname(dirname(SCRIPT));
    const line = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.start;
    // npm as a signal finds it that comes between its fork and its first listener.
    const npm = join(dir, 'npm.cjs');
    writeFileSync(
      npm,
      `require('node:child_process').spawn('sh', ['-c', ${JSON.stringify(line)}], { stdio: 'inherit' });
       process.kill(process.pid, 'SIGTERM');`,
    );
    const child = spawn(process.execPath, [npm, 'start'], {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: dir,
        PORT: '0',
        DATA_DIR: join(dir, 'data'),
        npm_lifecycle_event: 'start',
        npm_package_json: join(root, 'package.json'),
        npm_config_user_agent: 'npm/11.0.0 node/v20.0.0 linux x64',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push({ child, dir });
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    await once(child, 'close');
  });

  it('leaves nothing behind when it is told to end before its first line has run', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'oracle-start-'));
    const slow = join(dir, 'slow.cjs');
    writeFileSync(slow, 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);');
    const root = dirname(dirname(SCRIPT));
    const line = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.start;
    // As npm runs it, which passes signals to this shell alone.
    const child = spawn('sh', ['-c', line], {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: dir,
        PORT: '0',
        DATA_DIR: join(dir, 'data'),
        NODE_OPTIONS: `--require ${slow}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push({ child, dir });
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    const closed = once(child, 'close');
    await new Promise((later) => setTimeout(later, 300));
    child.kill('SIGTERM');
    await closed;
  });

  it('leaves no oracle behind when it is killed itself', async () => {
    const { pid, closed, output } = await npmStart();
    process.kill(-pid, 'SIGKILL');
    // Its pipes close only when the oracle that shares them has ended too.
    await closed;
    expect(output()).toMatch(/draining/);
  });
});
