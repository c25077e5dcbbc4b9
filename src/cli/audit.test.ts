import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import vfsPlugin from '../../plugins/vfs/index.js';
import { startVfsApp, type VfsApp } from '../../plugins/vfs/testing/vfs-app.js';
import { type TestCli, testCli } from '../testing/test-cli.js';

let vfs: VfsApp;
let cli: TestCli;
beforeAll(async () => {
  vfs = await startVfsApp();
  cli = testCli({ env: { ORACLE_TOKEN: (await vfs.key('admin', 'fs/write')).secret } });
});
afterAll(async () => {
  cli.remove();
  await vfs.close();
});

/** What one more command printed on standard output. */
async function output(...args: string[]): Promise<string> {
  const before = cli.out().length;
  expect(
    await cli.run([...args, '--url', vfs.url], { loadPlugins: async () => [vfsPlugin] }),
    cli.err(),
  ).toBe(0);
  return cli.out().slice(before);
}

it('shows what was done to files, by whom and in whose name, the newest first', async () => {
  expect(await output('audit')).toBe('');
  expect(cli.err()).toContain('Nothing was recorded');
  await writeFile(join(cli.dir, 'a.txt'), 'text');
  await output('files', 'put', 'a.txt', '/docs/a.txt');
  await output('files', 'publish', '/docs/a.txt');
  const actor = vfs.app.identity?.did ?? '';
  const entries = JSON.parse(await output('audit', '--json')) as Record<string, unknown>[];
  const common = {
    source: 'vfs',
    subject: `${vfs.namespace}/docs/a.txt`,
    actor,
    invoker: actor,
    requestId: expect.any(String),
  };
  expect(entries).toMatchObject([
    { ...common, action: 'publish' },
    { ...common, action: 'create' },
  ]);
  expect(JSON.parse(await output('audit', '--json', '--limit', '1'))).toEqual([entries[0]]);
  expect(await output('audit', '--actor', actor)).toMatch(
    /TIME.*\n\S+ \S+ +publish +user:z6Mk\S+\/docs\/a\.txt/,
  );
  await output('files', 'put', 'a.txt', `/docs/${'long '.repeat(30)}\u202etxt`);
  const [, newest] = (await output('audit')).split('\n');
  expect(newest).toMatch(/ user:z6Mk\S+\/docs\/[long ]+… {2}did:key:z6Mk\S+$/);
  expect(await output('audit', '--actor', 'did:key:zNobody')).toBe('');
  expect(await cli.run(['audit', '--limit', '0', '--url', vfs.url])).toBe(1);
  expect(cli.err()).toContain('limit');
});
