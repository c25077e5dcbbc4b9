import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OracleProcess, OracleProject } from './support/oracle-process.js';
import { Client, readEvents } from './support/sse.js';

const TIMEOUT_MS = 300_000;
const PASSPHRASE = 'five words that nobody guesses';
const REGISTER = `household_id\n${Array.from({ length: 300 }, (_, i) => `HH-${i}\n`).join('')}`;

/** An oracle that is written to all the time; its backups go to `backup` in its project, and `kept` stays as it was. */
describe('a backup of an oracle that is at work', { timeout: TIMEOUT_MS }, () => {
  let project: OracleProject;
  let oracle: OracleProcess;
  let client: Client;
  const writing = new AbortController();
  let writer: Promise<number>;
  const kept = randomBytes(700_000);
  let publicUrl: string;
  let reads: string[];

  const upload = (path: string, content: Uint8Array, query = '') =>
    fetch(`${oracle.url}/api/fs/files?path=${path}${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${client.key}`, 'Content-Type': 'application/octet-stream' },
      body: content as Uint8Array<ArrayBuffer>,
    });
  const say = async (session: string, message: string) => readEvents(await client.send(session, message));
  const backUp = () => project.run(['backup', 'backup', '--passphrase-file', 'pass']);
  const manifest = () => readFileSync(join(project.dir, 'backup/manifest.json'), 'utf8');

  /** Makes, replaces and purges files until it is told to stop. */
  async function write(): Promise<number> {
    let made = 0;
    for (; !writing.signal.aborted; made++) {
      const response = await upload(`/busy/${made}.bin`, randomBytes(made % 3 === 0 ? 90_000 : 2_000));
      expect(response.status).toBe(201);
      const { id } = (await response.json()) as { id: string };
      if (made % 4 !== 0) continue;
      await client.request('POST', '/api/fs/batch/delete', { ids: [id] });
      await client.request('POST', '/api/fs/batch/purge', { ids: [id] });
    }
    return made;
  }

  beforeAll(async () => {
    project = new OracleProject({
      files: { pass: `${PASSPHRASE}\n` },
      env: { RATE_LIMIT_PER_MINUTE: '100000' },
    });
    oracle = await project.start();
    client = new Client(oracle.url, await project.createKey('chat', 'sampling', 'fs/write', 'fs/delete'));
    const created = await upload('/kept.bin', kept, '&public=true');
    ({ publicUrl } = (await created.json()) as { publicUrl: string });
    await upload('/register.csv', Buffer.from(REGISTER));
    const session = await client.createSession();
    await say(session, 'Design a sample for 300 households: mean 0.8, sd 0.2, 10% dropout');
    await say(session, 'draw the sample from /register.csv');
    await say(session, '20240220');
    await say(session, 'yes');
    const selections = (await (await client.request('GET', '/v1/sampling/selections')).json()) as {
      items: { designId: string }[];
    };
    const { designId } = selections.items[0] ?? { designId: 'none' };
    reads = [
      '/v1/sampling/selections',
      `/v1/sampling/${designId}/trail`,
      `/sessions/${session}/messages`,
      '/api/fs/tree?path=/sampling',
    ];
    writer = write();
    await sleep(200);
  }, TIMEOUT_MS);
  afterAll(async () => {
    writing.abort();
    await writer;
    await project.remove();
  });

  it('is finished while it writes, and a second one takes only what is new', async () => {
    const first = await backUp();
    expect([first.code, first.stderr]).toEqual([0, '']);
    await sleep(300);
    const second = await backUp();
    expect([second.code, second.stderr]).toEqual([0, '']);
    const [, blobs = 0, copied = 0] =
      /(\d+) blobs with \d+; (\d+) of the blobs/.exec(second.stdout)?.map(Number) ?? [];
    expect(blobs).toBeGreaterThan(copied);
    const verified = await project.run(['backup', 'verify', 'backup', '--passphrase-file', 'pass']);
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('All is there')]);
  });

  it('is the one before when the next is killed, wherever that is', async () => {
    const before = manifest();
    const { ms } = await backUp();
    for (const part of [0.5, 0.75, 0.95]) {
      const last = manifest();
      await project.kill(['backup', 'backup', '--passphrase-file', 'pass'], ms * part);
      const verified = await project.run(['backup', 'verify', 'backup', '--passphrase-file', 'pass']);
      expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('All is there')]);
      expect(JSON.parse(manifest()).createdAt >= JSON.parse(last).createdAt).toBe(true);
    }
    expect(JSON.parse(manifest()).did).toBe(JSON.parse(before).did);
    expect((await backUp()).code).toBe(0);
  });

  it('is restored elsewhere with all that was there: links, keys, conversations, designs and trails', async () => {
    const answers = (url: string) =>
      Promise.all(
        reads.map(async (path) => {
          const text = await (await new Client(url, client.key).request('GET', path)).text();
          return JSON.parse(text.replace(/"exportedAt":"[^"]+",/, '')) as unknown;
        }),
      );
    const expected = await answers(oracle.url);
    expect(expected[1]).toMatchObject({ entries: expect.arrayContaining([expect.anything()]) });
    const elsewhere = new OracleProject({ files: { pass: PASSPHRASE, wrong: 'another passphrase' } });
    try {
      const from = join(project.dir, 'backup');
      const refused = await elsewhere.run(['restore', from, '--passphrase-file', 'wrong']);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('do not open')]);
      expect(existsSync(join(elsewhere.dir, 'data'))).toBe(false);
      const restored = await elsewhere.run(['restore', from, '--passphrase-file', 'pass']);
      expect([restored.code, restored.stderr]).toEqual([0, '']);
      const doctor = await elsewhere.run(['doctor', '--files', '--deep']);
      // What came while the database was copied may be there without its row.
      expect([doctor.code, doctor.stdout]).toEqual([
        0,
        expect.stringMatching(/stored by vfs: .*\b0 to mend/s),
      ]);
      expect((await elsewhere.run(['restore', from, '--passphrase-file', 'pass'])).stderr).toContain(
        'not empty',
      );

      const second = await elsewhere.start();
      const bytes = await (await fetch(second.url + publicUrl)).arrayBuffer();
      expect(kept.equals(Buffer.from(bytes))).toBe(true);
      const found = await answers(second.url);
      // The trail says itself that it was restored; all of before stands.
      const links = (answer: unknown) => (answer as { entries: { text: string }[] }).entries;
      expect(links(found[1]).slice(0, -1)).toEqual(links(expected[1]));
      expect(JSON.parse(links(found[1]).at(-1)?.text ?? '')).toMatchObject({ kind: 'restored' });
      const others = (all: readonly unknown[]) => all.filter((_, at) => at !== 1);
      expect(others(found)).toEqual(others(expected));
    } finally {
      await elsewhere.remove();
    }
  });

  it('says what of it is damaged', async () => {
    rmSync(join(project.dir, 'backup/blobs'), { recursive: true });
    const verified = await project.run(['backup', 'verify', 'backup']);
    expect(verified.code).toBe(1);
    expect(verified.stdout).toMatch(/fail {2}blobs\/vfs\/\S+ cannot be read \(ENOENT\)\n/);
    // The list says that they are there; the next backup looks.
    expect((await backUp()).code).toBe(0);
    expect((await project.run(['backup', 'verify', 'backup'])).code).toBe(0);
  });
});
