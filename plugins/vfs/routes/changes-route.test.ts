import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, startVfsApp, type VfsApp } from '../testing/vfs-app.js';

let vfs: VfsApp;
let write: Caller;
beforeAll(async () => {
  vfs = await startVfsApp();
  write = vfs.ucan({ can: 'fs/write' });
});
afterAll(() => vfs.close());

interface Heard {
  readonly event: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Listens until `count` events came. */
async function listen(query: string, count: number, meanwhile: () => Promise<unknown>, lastId?: string) {
  const stop = new AbortController();
  const response = await fetch(`${vfs.url}/api/fs/changes?${query}`, {
    headers: {
      Authorization: `Bearer ${await vfs.token({ can: 'fs/list' })}`,
      'X-Auth-Type': 'ucan',
      ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
    },
    signal: stop.signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const heard: Heard[] = [];
  const parser = createParser({
    onEvent: ({ event = '', id = '', data }) => heard.push({ event, id, data: JSON.parse(data) }),
  });
  const changes = meanwhile();
  for await (const bytes of response.body ?? []) {
    parser.feed(Buffer.from(bytes).toString());
    if (heard.length >= count) break;
  }
  await changes;
  stop.abort();
  return heard;
}

it('tells what happens in a folder, and what happened while nobody listened', async () => {
  const put = (path: string) => write('POST', `/api/fs/files?path=${path}`, { body: 'x' });
  const heard = await listen('path=/w', 3, async () => {
    await put('/elsewhere.txt');
    await put('/w/a.txt');
    await write('POST', '/api/fs/folders?path=/w/new');
  });
  expect(heard.map(({ event, data }) => [event, data['kind'], data['path']])).toEqual([
    ['ready', undefined, undefined],
    ['change', 'created', '/w/a.txt'],
    ['change', 'created', '/w/new'],
  ]);
  await write('POST', '/api/fs/copy', { body: { from: '/w/a.txt', to: '/w/b.txt' } });
  const missed = await listen('path=/w', 3, async () => undefined, heard[1]?.id);
  expect(missed.map(({ event, data }) => [event, data['path']])).toEqual([
    ['ready', undefined],
    ['change', '/w/new'],
    ['change', '/w/b.txt'],
  ]);
  const none = await listen(`cursor=${missed[2]?.id}`, 1, async () => undefined);
  expect(none.map(({ event }) => event)).toEqual(['ready']);
  for (const cursor of ['0-1', 'nonsense', `${heard[1]?.id}9999`])
    expect((await listen(`cursor=${cursor}`, 1, async () => undefined))[0]?.event, cursor).toBe('reset');
  const other = vfs.ucan({ can: 'fs/list', with: 'ixo:filesystem/other' });
  expect((await other('GET', '/api/fs/changes?path=/w')).status).toBe(403);
});
