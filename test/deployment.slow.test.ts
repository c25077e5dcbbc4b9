import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { OracleProject } from './support/oracle-process.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const linesOf = (path: string) =>
  readFileSync(`${root}/${path}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

let project: OracleProject | undefined;
afterEach(() => project?.remove());

/** The exit code of the container's health check. */
function healthy(port: string): Promise<number> {
  return new Promise((resolve) => {
    execFile(process.execPath, [`${root}/bin/healthy.mjs`], { env: { PORT: port } }, (error) =>
      resolve(error === null ? 0 : Number(error.code)),
    );
  });
}

describe('the Dockerfile', () => {
  const lines = linesOf('Dockerfile');
  const said = (word: string) => lines.filter((line) => line.startsWith(`${word} `));

  it('copies what is there, runs as nobody special and writes to one place', () => {
    const ownFiles = said('COPY')
      .filter((line) => !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1));
    for (const file of ownFiles) expect(existsSync(`${root}/${file}`), file).toBe(true);
    expect(said('USER')).toEqual(['USER node']);
    expect(said('VOLUME')).toEqual(['VOLUME /data']);
    expect(lines.indexOf('USER node')).toBeLessThan(lines.findIndex((line) => line.startsWith('ENTRYPOINT')));
    expect(lines.join('\n')).toContain('CMD ["node", "bin/healthy.mjs"]');
  });

  it('has a health check that knows a ready oracle from none', async () => {
    project = new OracleProject();
    const oracle = await project.start();
    const { port } = new URL(oracle.url);
    expect(await healthy(port)).toBe(0);
    await oracle.stop('SIGTERM');
    expect(await healthy(port)).toBe(1);
  });
});

it('the systemd unit starts a command that is there, under a user of its own', () => {
  const lines = linesOf('deploy/oracle.service');
  expect(lines).toContain('DynamicUser=yes');
  expect(lines).toContain('ProtectSystem=strict');
  const [, script = '', command] = /^ExecStart=\/usr\/bin\/node (\S+) (\S+)/.exec(
    lines.find((line) => line.startsWith('ExecStart=')) ?? '',
  ) ?? [''];
  expect(existsSync(`${root}/${script}`)).toBe(true);
  expect(command).toBe('start');
});
