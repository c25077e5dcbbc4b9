import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type ScriptedModelServer, startScriptedModelServer } from '../src/testing/scripted-model-server.js';
import { OracleProject } from './support/oracle-process.js';
import { Client, readEvents, textOf } from './support/sse.js';

const HOUR_MS = 3_600_000;
const WORDS = Array.from({ length: 60 }, (_, index) => `word${index} `);
/** A wall clock that somebody sets: what is in the file is added to what the machine says. */
const SET_CLOCK = `
import { readFileSync } from 'node:fs';
const Real = Date;
let offset = 0;
setInterval(() => {
  try {
    offset = Number(readFileSync('clock-offset', 'utf8'));
  } catch {}
}, 20).unref();
globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + offset);
    else super(...parts);
  }
  static now() {
    return Real.now() + offset;
  }
};
`;

let model: ScriptedModelServer;
let project: OracleProject;
afterEach(async () => {
  await project.remove();
  await model.close();
});

it('steps of the wall clock end no answer, lose nothing of it and stop no later one', async () => {
  model = await startScriptedModelServer([{ text: WORDS, chunkDelayMs: 50 }, { text: 'Here.' }]);
  project = new OracleProject({
    env: {
      LLM_BASE_URL: model.url,
      LLM_API_KEY: 'test',
      LLM_MODEL: 'scripted',
      NODE_OPTIONS: '--import=./set-clock.mjs',
    },
    files: { 'set-clock.mjs': SET_CLOCK },
  });
  const oracle = await project.start();
  const client = new Client(oracle.url, await project.createKey('chat'));
  const set = (ms: number) => project.write('clock-offset', String(ms));
  const before = await client.createSession();
  const sessionId = await client.createSession();
  const reading = readEvents(await client.send(sessionId, 'Count'));
  await model.request(1);
  for (const hours of [24, -48, 24 * 365]) {
    set(hours * HOUR_MS);
    await sleep(500);
    expect((await fetch(`${oracle.url}/health/ready`)).status, `${hours} h`).toBe(200);
    const listed = await client.request('GET', '/sessions');
    const { sessions } = (await listed.json()) as { sessions: { sessionId: string }[] };
    expect(sessions.map((each) => each.sessionId).sort(), `${hours} h`).toEqual([before, sessionId].sort());
  }
  set(-HOUR_MS);
  const events = await reading;
  expect(textOf(events)).toBe(WORDS.join(''));
  expect(events.map(({ id }) => Number(id.split(':')[1]))).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)?.event).toBe('done');
  expect(textOf(await readEvents(await client.send(sessionId, 'And?')))).toBe('Here.');
  const { messages } = (await (await client.request('GET', `/sessions/${sessionId}/messages`)).json()) as {
    messages: { role: string }[];
  };
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
}, 60_000);
