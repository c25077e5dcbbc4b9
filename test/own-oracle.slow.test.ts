import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
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

it('runs again with each plugin that is saved, from a process that had loaded the runtime before', async () => {
  project = new OracleProject();
  expect(await project.run(['new', 'mine', '--no-install', '--no-interactive'])).toMatchObject({ code: 0 });
  const folder = join(project.dir, 'mine');
  installed(folder);
  const child = spawn(process.execPath, [join(root, 'bin/oracle.mjs'), 'dev'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  oracle = new OracleProcess(child);
  await oracle.listening();
  const loaded = async () => {
    const { plugins } = (await (await fetch(`${oracle?.url}/health/plugins`)).json()) as {
      plugins: { name: string }[];
    };
    return plugins.map(({ name }) => name);
  };
  expect(await loaded()).not.toContain('rain');
  for (const name of ['rain', 'wind']) {
    const text = readFileSync(join(folder, 'src/plugins/fuel/index.ts'), 'utf8')
      .replace("name: 'fuel'", `name: '${name}'`)
      .replaceAll('FUEL', name.toUpperCase())
      .replaceAll('energy_of_fuel', `energy_of_${name}`)
      .replaceAll('/fuel', `/${name}`)
      .replaceAll("'fuel'", `'${name}'`);
    writeFileSync(join(folder, `src/plugins/${name}.ts`), text);
    // The door stays open all the while: who asks is answered by the one process or the next.
    await vi.waitFor(async () => expect(await loaded()).toContain(name), { timeout: 30_000 });
  }
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  // Also the process that waits for its turn ends with it.
  await ended;
});
