import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { OracleProcess, OracleProject } from './support/oracle-process.js';

const root = fileURLToPath(new URL('..', import.meta.url));

let project: OracleProject;
let oracle: OracleProcess | undefined;
afterEach(async () => {
  await oracle?.stop('SIGKILL');
  await project.remove();
});

/** What `npm install` would bring, from this tree. */
function installed(folder: string): void {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/oracle-runtime'));
  for (const name of ['tsx', 'zod', 'esbuild', '@esbuild'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
}

it('makes a project whose own program boots it with its plugins, and a plugin beside them', async () => {
  project = new OracleProject();
  expect(await project.run(['new', 'mine', '--no-install', '--no-interactive'])).toMatchObject({ code: 0 });
  const folder = join(project.dir, 'mine');
  installed(folder);
  const inside = new OracleProject({ dir: folder });
  expect(await inside.run(['plugin', 'new', 'climate'])).toMatchObject({ code: 0 });

  const listed = JSON.parse((await inside.run(['call', '--json'])).stdout) as { name: string }[];
  expect(listed.map(({ name }) => name)).toContain('energy_of_fuel');

  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  oracle = new OracleProcess(child);
  await oracle.listening();
  expect(oracle.output).toContain("Oracle 'mine'");
  const report = (await (await fetch(`${oracle.url}/health/plugins`)).json()) as {
    plugins: { name: string; state: string }[];
  };
  const states = new Map(report.plugins.map(({ name, state }) => [name, state]));
  for (const name of ['fuel', 'climate', 'sampling', 'vfs'])
    expect([name, states.get(name)]).toEqual([name, 'loaded']);

  const said = await inside.run(['chat', '--url', oracle.url, '--message', 'Ask climate about Nairobi']);
  expect(said.stdout).toContain('Hello from climate: nothing is known of Nairobi yet.');

  // npm and its shell may be gone before; their output ends with the last process that holds it.
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
  expect(oracle.output).toContain('draining');
  await expect(fetch(`${oracle.url}/health`)).rejects.toThrow();

  // Also before it serves, when it has not yet seen whose child it is.
  for (const ms of [300, 700, 1_200]) {
    const stopped = spawn('npm', ['start'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [stopped.stdout, stopped.stderr]) stream.resume();
    const closed = once(stopped, 'close');
    await new Promise((later) => setTimeout(later, ms));
    stopped.kill('SIGTERM');
    await closed;
  }
});
