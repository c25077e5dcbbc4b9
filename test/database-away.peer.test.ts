import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scratchDatabase } from '../src/testing/scratch-database.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../src/testing/scripted-model-server.js';
import { type CuttableProxy, startCuttableProxy } from './support/cuttable-proxy.js';
import { OracleProject } from './support/oracle-process.js';
import { Client, readEvents, textOf } from './support/sse.js';

const WORDS = Array.from({ length: 100 }, (_, index) => `word${index} `);
const database = scratchDatabase('away');
let way: CuttableProxy;
let model: ScriptedModelServer;
let project: OracleProject | undefined;

// A database belongs to the data directory that holds its master keys.
beforeEach(async () => {
  await database.create();
  way = await startCuttableProxy(database.url());
});
afterEach(async () => {
  await project?.remove();
  await model.close();
  await way.cut();
  await database.drop();
});

async function startProject(script: Parameters<typeof startScriptedModelServer>[0], port = '0') {
  model = await startScriptedModelServer(script);
  const env = { LLM_BASE_URL: model.url, LLM_API_KEY: 'test', LLM_MODEL: 'scripted' };
  project = new OracleProject({ env: { DATABASE_URL: way.url, PORT: port, ...env } });
  return project;
}

it('a run waits for a PostgreSQL that is away, and nothing of it is lost or said twice', async () => {
  const started = await startProject([{ text: WORDS, chunkDelayMs: 100 }, { text: 'Here.' }]);
  const oracle = await started.start();
  const client = new Client(oracle.url, await started.createKey('chat'));
  const sessionId = await client.createSession();
  const response = await client.send(sessionId, 'Count');
  const reading = readEvents(response);
  await model.request(1);
  await sleep(1_500);

  await way.cut();
  const away = await client.request('GET', '/sessions');
  expect(away.status).toBe(503);
  const ready = await fetch(`${oracle.url}/health/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ code: 'unavailable', errors: [{ field: 'database' }] });
  expect((await fetch(`${oracle.url}/health`)).status).toBe(200);
  await sleep(30_000);
  await way.mend();

  const events = await reading;
  expect(textOf(events)).toBe(WORDS.join(''));
  expect(events.at(-1)?.event).toBe('done');
  expect(events.map(({ id }) => Number(id.split(':')[1]))).toEqual(events.map((_, index) => index + 1));
  expect((await fetch(`${oracle.url}/health/ready`)).status).toBe(200);
  expect(textOf(await readEvents(await client.send(sessionId, 'And?')))).toBe('Here.');
  expect(oracle.output).toContain('the database does not answer');
}, 90_000);

it('what asks a PostgreSQL without a free connection waits for one that the process has', async () => {
  const started = await startProject([{ text: WORDS, chunkDelayMs: 20 }]);
  const limit = (most: number) => database.run(`alter database ${database.name} connection limit ${most}`);
  // Of a role that is no superuser: those have more.
  const oracle = await started.start({ DATABASE_URL: await database.ordinaryUrl() });
  const client = new Client(oracle.url, await started.createKey('chat'));
  const reading = readEvents(await client.send(await client.createSession(), 'Count'));
  await limit(3);
  const ask = async () => (await client.request('GET', '/sessions')).status;
  const ready = async () => (await fetch(`${oracle.url}/health/ready`)).status;
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all([...Array.from({ length: 60 }, ask), ready()]);
    expect(answers).toEqual(answers.map(() => 200));
  }
  expect((await reading).at(-1)?.event).toBe('done');
}, 60_000);

it('a start waits for a PostgreSQL that is away: in words, and with 503 at its address', async () => {
  const port = await freePort();
  const started = await startProject([], String(port));
  await way.cut();
  const starting = started.start();
  const url = `http://127.0.0.1:${port}`;
  let status = 0;
  while (status !== 503) {
    await sleep(200);
    status = await fetch(`${url}/health/ready`).then(
      (answer) => answer.status,
      () => 0,
    );
  }
  await way.mend();
  const oracle = await starting;
  expect(oracle.output).toContain('No connection to PostgreSQL');
  expect(oracle.output).toContain('Trying again.');
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
}, 60_000);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
