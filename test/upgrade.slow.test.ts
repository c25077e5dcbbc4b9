import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { OracleProject } from './support/oracle-process.js';
import { Client } from './support/sse.js';

/** What an earlier version left, with its schema: two files, a design that was asked for in a conversation, and a key. */
const FIXTURE = fileURLToPath(new URL('./fixtures/data-before-joined-blobs.tar.gz', import.meta.url));
const KEY = 'orc_8b3d5128cc56_LX45yVjQeN1dkdYO0tPBUzs7nS9EJ7uDy29bSdN3gd8';
const SESSION = 'f0d1b7c3-de97-4be3-8c1d-941ab9a3bc24';
const PUBLIC_ID = 'a50b5707-be70-43e7-b728-7b7b7dec39a3';
const DESIGN = 'design-f1b7b4c7-8a79-40bf-a679-08956e016bab';

const project = new OracleProject();
afterAll(() => project.remove());

it('goes on with the data of an earlier version: keys, files, links, conversations and designs', async () => {
  execFileSync('tar', ['-xzf', FIXTURE, '-C', project.dir]);
  const oracle = await project.start();
  const client = new Client(oracle.url, KEY);
  const get = async (path: string) => {
    const response = await client.request('GET', path);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return text;
  };
  expect(await get(`/public/id/${PUBLIC_ID}`)).toBe('v'.repeat(70_000));
  expect(await get('/api/fs/content?path=/small.txt')).toBe('hello of an earlier version\n');
  const { messages } = JSON.parse(await get(`/sessions/${SESSION}/messages`)) as {
    messages: { role: string; content: string }[];
  };
  expect(messages[0]).toMatchObject({ role: 'user', content: expect.stringContaining('500 households') });
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: expect.stringContaining(DESIGN) });
  expect(await get(`/v1/sampling/${DESIGN}`)).toContain('"swiss-95-5"');

  const written = await fetch(`${oracle.url}/api/fs/files?path=/new.txt`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}` },
    body: 'new',
  });
  expect(written.status).toBe(201);
  const said = await client.request('POST', `/messages/${SESSION}`, { message: 'What can you do?' });
  expect(said.status).toBe(200);
  expect(await oracle.stop()).toBe(0);
  const doctor = await project.run(['doctor', '--files', '--deep']);
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('all is there and opens')]);
}, 120_000);
