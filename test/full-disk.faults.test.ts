import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  constantAnswer,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../src/testing/scripted-model-server.js';
import { OracleProcess, OracleProject } from './support/oracle-process.js';
import { Client, readEvents } from './support/sse.js';

/** A disk of 48 MB, where this process may mount one; undefined elsewhere. */
function mountSmallDisk(): string | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'oracle-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', dir], { stdio: 'ignore' });
    return dir;
  } catch {
    rmSync(dir, { recursive: true });
    return undefined;
  }
}

const disk = process.getuid?.() === 0 ? mountSmallDisk() : undefined;

/** Takes all that is left of the disk. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (;;) writeSync(file, randomBytes(64 * 1024));
  } catch {
    // Full.
  } finally {
    closeSync(file);
  }
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await holds()) return;
    await sleep(100);
  }
  throw new Error('It did not come to hold.');
}

describe.runIf(disk !== undefined)('an oracle whose disk runs full', () => {
  const dataDir = join(disk ?? '', 'data');
  let model: ScriptedModelServer;
  let project: OracleProject;
  beforeAll(async () => {
    model = await startScriptedModelServer(constantAnswer(3_000, 20));
    const env = { DATA_DIR: dataDir, LLM_BASE_URL: model.url, LLM_API_KEY: 'test', LLM_MODEL: 'scripted' };
    project = new OracleProject({ env });
  });
  afterAll(async () => {
    await project.remove();
    await model.close();
    if (disk === undefined) return;
    execFileSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true });
  });

  it('reads, deletes, purges and boots, says so, takes nothing new, and goes on once there is room', {
    timeout: 180_000,
  }, async () => {
    let oracle = await project.start();
    const key = await project.createKey('chat', 'fs/write', 'fs/delete');
    const client = () => new Client(oracle.url, key);
    const bodies: string[] = [];
    const ask = async (method: string, path: string, body?: unknown) => {
      const response = await client().request(method, path, body);
      const text = await response.text();
      bodies.push(text);
      return { status: response.status, body: JSON.parse(text || '{}') as Record<string, unknown> };
    };
    const upload = async (path: string, bytes: number, query = '') => {
      const response = await fetch(`${oracle.url}/api/fs/files?path=${path}${query}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
        body: randomBytes(bytes),
      });
      const text = await response.text();
      bodies.push(text);
      return { status: response.status, body: JSON.parse(text) as Record<string, string> };
    };
    const ready = () => ask('GET', '/health/ready');

    await until(() => existsSync(join(dataDir, 'disk-reserve')));
    const sessionId = await client().createSession();
    let counted = 0;
    const listening = readEvents(await client().send(sessionId, 'Count'), (_, { length }) => {
      counted = length;
      return false;
    });
    await until(() => counted > 9);
    const big = await upload('/big.bin', 4_000_000);
    const shown = await upload('/shown.txt', 1_000, '&public=true');
    expect([big.status, shown.status, (await ready()).status]).toEqual([201, 201, 200]);

    fill(join(disk ?? '', 'filler'));
    await until(async () => (await ready()).status === 503);
    expect((await ready()).body).toMatchObject({
      code: 'unavailable',
      errors: [{ field: 'disk', message: 'the disk is full' }],
    });
    const works = async () => {
      expect((await fetch(oracle.url + shown.body['publicUrl'])).status).toBe(200);
      expect((await ask('GET', '/api/fs/tree?path=/')).status).toBe(200);
      expect(await upload('/more.txt', 10)).toMatchObject({
        status: 507,
        body: { code: 'insufficient_storage' },
      });
      expect((await ask('POST', '/sessions')).status).toBe(507);
    };
    await works();
    // The answer that was under way has ended; who follows it hears again what was heard, and its end.
    const heard = await listening;
    expect(heard.at(-1)).toMatchObject({ event: 'error', data: { code: 'unavailable' } });
    const runId = String(heard[0]?.data['runId']);
    const followed = async (after?: string) => readEvents(await client().rejoin(sessionId, runId, after));
    expect(await followed()).toEqual(heard);
    expect(await followed(heard[2]?.id)).toEqual(heard.slice(3));
    expect((await client().rejoin(sessionId, runId, heard.at(-1)?.id)).status).toBe(204);
    const session = (await ask('GET', `/sessions/${sessionId}`)).body;
    expect(session).toMatchObject({ activeRunId: null, lastRun: { runId, status: 'error' } });
    expect(await oracle.stop()).toBe(0);
    fill(join(disk ?? '', 'filler'));
    oracle = await project.start();
    expect((await ready()).status).toBe(503);
    await works();
    // The command signs in, which writes a row.
    expect((await project.run(['files', 'ls', '/'])).stdout).toContain('/shown.txt');
    const ids = [big.body['id']];
    expect((await ask('POST', '/api/fs/batch/delete', { ids })).body).toMatchObject({ succeeded: 1 });
    expect((await ask('POST', '/api/fs/batch/purge', { ids })).body).toMatchObject({ succeeded: 1 });

    rmSync(join(disk ?? '', 'filler'));
    await until(async () => (await ready()).status === 200);
    expect((await upload('/more.txt', 10)).status).toBe(201);
    await until(() => existsSync(join(dataDir, 'disk-reserve')));
    for (const body of bodies) expect(body).not.toContain(disk);
  });
});

const BIN = fileURLToPath(new URL('../bin/oracle.mjs', import.meta.url));

describe('an oracle whose files may grow no further, as under a quota', () => {
  const project = new OracleProject();
  afterAll(() => project.remove());

  it('says that it is full, stores nothing new, and logs no change that did not come about', {
    timeout: 60_000,
  }, async () => {
    const key = await project.createKey('chat', 'fs/write');
    const script = `ulimit -f 3000; exec "${process.execPath}" "${BIN}" start --create-identity`;
    const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', PORT: '0' };
    const oracle = new OracleProcess(spawn('bash', ['-c', script], { cwd: project.dir, env }));
    try {
      await oracle.listening();
      const upload = async (name: string, bytes: number) => {
        const response = await fetch(`${oracle.url}/api/fs/files?path=/${name}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${key}` },
          body: randomBytes(bytes),
        });
        return { status: response.status, name };
      };
      const uploads = [];
      for (let at = 0; at < 40; at++) uploads.push(await upload(`small-${at}.bin`, 60_000));
      expect(uploads.filter(({ status }) => ![201, 503, 507].includes(status))).toEqual([]);
      await until(async () => {
        const response = await fetch(`${oracle.url}/health/ready`);
        return response.status === 503 && (await response.text()).includes('disk');
      });
      expect((await upload('late.bin', 10)).status).toBe(507);
      const logged = [...oracle.output.matchAll(/audit=create .*path=\/([\w.-]+)/g)].map(([, name]) => name);
      const stored = uploads.filter(({ status }) => status === 201).map(({ name }) => name);
      expect(logged.toSorted()).toEqual(stored.toSorted());
      expect(stored.length).toBeLessThan(40);
    } finally {
      await oracle.stop('SIGKILL');
    }
  });
});
