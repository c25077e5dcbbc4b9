import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type Caller, startVfsApp, type VfsApp } from '../testing/vfs-app.js';

let vfs: VfsApp;
let owner: Caller;
const bob = person('bob who writes');

beforeAll(async () => {
  vfs = await startVfsApp();
  owner = vfs.ucan({ can: 'fs/write', hidden: ['*'] });
  for (const path of ['/docs/a.txt', '/docs/.env', '/docs/in/.git/config', '/other/a.txt'])
    await owner('POST', `/api/fs/files?path=${path}`, { body: path });
});
afterAll(() => vfs.close());

/** Bob, whom the owner lets write, and who is shown what `hidden` says. */
async function asBob(
  method: string,
  path: string,
  { hidden, ...more }: { hidden?: readonly string[]; body?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const grant = { can: 'fs/write', hidden };
  const proofs = [await vfs.delegation({ ...grant, to: bob.did })];
  return vfs.ucan({ ...grant, by: bob, proofs })(method, path, more);
}

const publish = (path: string, hidden?: readonly string[]) =>
  asBob('PUT', `/api/fs/folders/public?path=${path}&public=true`, hidden === undefined ? {} : { hidden });
const anonymously = async (path: string) =>
  (await vfs.anyone('GET', `/public/${vfs.namespace}${path}`)).status;

it('nobody publishes what they may not see', async () => {
  for (const path of ['/docs', '/docs/in', '/']) {
    const refused = await publish(path);
    expect([refused.status, refused.json['hint']], path).toEqual([409, expect.stringContaining('nb.hidden')]);
  }
  expect((await publish('/docs', ['/docs/in'])).status).toBe(409);
  expect(await anonymously('/docs/.env')).toBe(404);
  expect(await anonymously('/docs/a.txt')).toBe(404);
  expect((await publish('/other')).status).toBe(200);
  // What is hidden is no secret of the folder's once it is shown.
  expect((await publish('/docs', ['*'])).status).toBe(200);
  expect(await anonymously('/docs/.env')).toBe(200);
  expect((await asBob('PUT', '/api/fs/folders/public?path=/docs&public=false')).status).toBe(200);
  expect(await anonymously('/docs/.env')).toBe(404);
});

it('one answer tells that a place is taken, and nothing of what is there', async () => {
  const etag = (
    await vfs.ucan({ can: 'fs/read', hidden: ['*'] })('HEAD', '/api/fs/content?path=/docs/.env')
  ).headers.get('etag');
  expect(etag).toBeTruthy();
  const conditions: Record<string, string>[] = [
    {},
    { 'If-Match': etag ?? '' },
    { 'If-Match': '"something"' },
    { 'If-Match': '*' },
    { 'If-None-Match': etag ?? '' },
    { 'If-None-Match': '*' },
  ];
  const answers = new Set<string>();
  for (const headers of conditions) {
    const { status, json } = await asBob('POST', '/api/fs/files?path=/docs/.env', { body: 'x', headers });
    answers.add(JSON.stringify({ status, ...json, requestId: undefined }));
  }
  const metadata = (entries: Record<string, string>) =>
    Object.entries({ path: '/docs/.env', ...entries })
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',');
  for (const entries of [{}, { overwrite: 'true' }, { 'If-Match': etag ?? '' }, { 'If-Match': '"x"' }]) {
    const { status, json } = await asBob('POST', '/api/fs/upload', {
      headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1', 'Upload-Metadata': metadata(entries) },
    });
    answers.add(JSON.stringify({ status, ...json, requestId: undefined }));
  }
  expect([...answers]).toHaveLength(1);
  expect([...answers][0]).toContain('409');
});
