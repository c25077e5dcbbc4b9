import { afterEach, expect, it } from 'vitest';
import { type ScriptedModelServer, startScriptedModelServer } from '../src/testing/scripted-model-server.js';
import { OracleProject } from './support/oracle-process.js';
import { Client, readEvents, textOf } from './support/sse.js';

let model: ScriptedModelServer | undefined;
let project: OracleProject | undefined;
afterEach(async () => {
  await project?.remove();
  await model?.close();
});

const FLOOD = Array.from({ length: 40 }, () => 'x'.repeat(100_000));
const ANSWERS = 80;

it('a process with little memory outlives answers that together are more than it has, and small ones go on', {
  timeout: 240_000,
}, async () => {
  model = await startScriptedModelServer({
    answer: ({ messages }) =>
      String(messages.at(-1)?.['content']).includes('flood')
        ? { text: FLOOD, hang: 'after-deltas' }
        : { text: 'Fine.' },
  });
  const env = { LLM_BASE_URL: model.url, LLM_API_KEY: 'test', LLM_MODEL: 'scripted' };
  project = new OracleProject({ env });
  const oracle = await project.start({ NODE_OPTIONS: '--max-old-space-size=200' });
  const client = new Client(oracle.url, await project.createKey('chat'));
  const sessions = await Promise.all(Array.from({ length: ANSWERS }, () => client.createSession()));
  const floods = sessions.map(async (id) => readEvents(await client.send(id, 'flood')));
  // They hang once they have said all: what goes on then is what there is room for.
  const ends = await Promise.race([Promise.all(floods), settled(floods)]);
  const small = await readEvents(await client.send(await client.createSession(), 'Are you there?'));
  expect(textOf(small)).toBe('Fine.');
  expect(small.at(-1)?.event).toBe('done');
  expect(ends.length).toBeGreaterThan(ANSWERS / 4);
  expect(ends.length).toBeLessThan(ANSWERS);
  for (const events of ends)
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'run_too_large' } });
  await Promise.all(sessions.map((id) => client.request('POST', `/messages/${id}/abort`)));
  for (const events of await Promise.all(floods)) expect(events.at(-1)?.event).toMatch(/^(error|cancelled)$/);
  expect((await fetch(`${oracle.url}/health/ready`)).status).toBe(200);
});

/** Those that have ended, once none ends any more. */
async function settled<T>(all: readonly Promise<T>[]): Promise<T[]> {
  const ended: T[] = [];
  for (const each of all) void each.then((value) => ended.push(value));
  for (let before = -1; before < ended.length || ended.length === 0; ) {
    before = ended.length;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  }
  return [...ended];
}
