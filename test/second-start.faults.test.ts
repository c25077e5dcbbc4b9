import { afterEach, expect, it } from 'vitest';
import { OracleProject } from './support/oracle-process.js';

let project: OracleProject | undefined;
afterEach(() => project?.remove());

it('serves a data directory from one process, beside which commands work and chat joins', async () => {
  project = new OracleProject();
  const first = await project.start();

  const second = await project.run(['start', '--create-identity']);
  expect(second.code).toBe(75);
  expect(second.stderr).toContain(`Process ${first.pid} serves this DATA_DIR at ${first.url} since 20`);

  expect(await project.createKey('chat')).not.toBe('');
  for (const command of [['keys', 'list'], ['audit'], ['plugins'], ['doctor']])
    expect((await project.run(command)).stderr).not.toContain('serves this DATA_DIR');

  const said = await project.run(['chat', '--message', 'hello']);
  expect(said.code).toBe(0);
  const listed = await project.run(['sessions', 'list', '--json']);
  expect(JSON.parse(listed.stdout)).toHaveLength(1);

  await first.stop('SIGKILL');
  const third = await project.start();
  expect((await fetch(`${third.url}/health`)).status).toBe(200);
});
