import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SandboxServer, sandboxServer } from '../../examples/sandbox-server/server.js';
import vfs from '../vfs/index.js';
import sandbox from './index.js';

const TOKEN = 'a-token-for-this-test';

let server: SandboxServer;
let oracle: TestOracle;
beforeEach(async () => {
  server = await sandboxServer({ port: 0, token: TOKEN });
});
afterEach(async () => {
  await oracle?.close();
  await server.close();
});

async function start(url = `${server.url}/mcp`) {
  oracle = await startTestOracle({
    plugins: [vfs, sandbox],
    script: [],
    config: { plugins: { sandbox: { headers: { Authorization: `Bearer ${'$'}{SANDBOX_TOKEN}` } } } },
    env: { SANDBOX_MCP_URL: url, SANDBOX_TOKEN: TOKEN },
  });
}

const health = async () => {
  const { json } = await oracle.owner.get('/health/plugins');
  const plugins = json['plugins'] as unknown as {
    name: string;
    health?: { status: string; detail?: string };
  }[];
  return plugins.find(({ name }) => name === 'sandbox')?.health;
};

it('takes a file in, runs code over it and keeps what comes of it', async () => {
  await start();
  await oracle.owner.fetch('/api/fs/files?path=/data/in.csv', { method: 'POST', body: 'a\n1\n2\n' });
  oracle.model.push(
    { toolCalls: [{ name: 'load_capability', args: { names: ['sandbox'] } }] },
    { toolCalls: [{ name: 'vfs_to_sandbox', args: { path: '/data/in.csv' } }] },
    {
      toolCalls: [
        {
          name: 'run_code',
          args: {
            code: 'n = sum(map(int, open("in.csv").read().split()[1:]))\nopen("out.txt", "w").write(str(n))\nprint(n)',
          },
        },
      ],
    },
    { toolCalls: [{ name: 'sandbox_to_vfs', args: { from: 'out.txt', path: '/data/out.txt' } }] },
    { text: 'It is 3.' },
  );
  const chat = await oracle.chat();
  const turn = await chat.say('Add the numbers.');
  expect(turn.toolCalls.map(({ name, status }) => [name, status]).slice(1)).toEqual([
    ['vfs_to_sandbox', 'done'],
    ['run_code', 'done'],
    ['sandbox_to_vfs', 'done'],
  ]);
  const { json: kept } = await oracle.owner.get('/api/fs/files?path=/data/out.txt');
  expect((await oracle.owner.get(`/api/fs/files/${kept['files']?.[0]?.['id']}/content`)).text).toBe('3');
  // No secret of the operator reached the model, the code or a log.
  const { json } = await oracle.owner.post('/v1/sandbox/runs', {
    code: 'import os; print(dict(os.environ))',
  });
  expect(JSON.stringify([json, oracle.model.requests.map(({ body }) => body), oracle.logs])).not.toContain(
    TOKEN,
  );
});

it('keeps people and conversations apart', async () => {
  await start();
  const [ada, ben] = [oracle.as(['sandbox']), oracle.as(['sandbox'])];
  await ada.post('/v1/sandbox/runs', { code: 'open("hers.txt", "w").write("secret")' });
  expect((await ada.get('/v1/sandbox/files')).json).toMatchObject({ files: [{ path: 'hers.txt' }] });
  expect((await ben.get('/v1/sandbox/files')).json).toMatchObject({ files: [] });
  expect((await oracle.as(['chat']).get('/v1/sandbox/files')).status).toBe(403);
});

it('lists a file that lies 1500 folders deep', async () => {
  await start();
  const code =
    'import os\nfor _ in range(1500):\n os.mkdir("d"); os.chdir("d")\nopen("f", "w").write("x")\nprint("done")';
  const ran = await oracle.owner.post('/v1/sandbox/runs', { code });
  expect(ran.json).toMatchObject({ ended: 'exit', stdout: 'done\n' });
  const { status, json } = await oracle.owner.get('/v1/sandbox/files');
  expect([status, json['files']?.[0]?.['path']?.length]).toEqual([200, 3_001]);
});

it('says why it is down, and is well again by itself', async () => {
  const { url } = server;
  await start();
  await expect.poll(health, { timeout: 5_000 }).toMatchObject({ status: 'ok' });
  await server.close();
  expect((await oracle.owner.post('/v1/sandbox/runs', { code: 'print(1)' })).status).toBeGreaterThan(501);
  await expect.poll(health, { timeout: 5_000 }).toMatchObject({ status: 'degraded' });
  server = await sandboxServer({ port: Number(new URL(url).port), token: TOKEN });
  await expect
    .poll(async () => (await oracle.owner.post('/v1/sandbox/runs', { code: 'print(1)' })).status, {
      timeout: 10_000,
      interval: 500,
    })
    .toBe(200);
});
