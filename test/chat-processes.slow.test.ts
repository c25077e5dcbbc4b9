import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptedModelServer, startScriptedModelServer } from '../src/testing/scripted-model-server.js';
import { type OracleProcess, OracleProject } from './support/oracle-process.js';
import { Client, readEvents, textOf } from './support/sse.js';
import { expectInOrder, names } from './support/steps.js';

const SAMPLE_REQUEST = 'Design a sample for 5000 households: mean usage 0.8, sd 0.2, 15% dropout, 95/5';

describe('the same chat with a real model endpoint', () => {
  let model: ScriptedModelServer | undefined;
  let other: OracleProject | undefined;

  afterEach(async () => {
    await other?.remove();
    await model?.close();
  });

  it('takes exactly three model calls', async () => {
    model = await startScriptedModelServer([
      { toolCalls: [{ name: 'load_capability', args: { names: ['sampling'] } }] },
      {
        toolCalls: [
          {
            name: 'design_sample',
            args: { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 },
          },
        ],
      },
      { text: ['You need **112** ', 'households (95 after dropout).'] },
    ]);
    other = new OracleProject({
      env: { LLM_BASE_URL: model.url, LLM_API_KEY: 'test', LLM_MODEL: 'scripted' },
    });
    const running = await other.start();
    const scripted = new Client(running.url, await other.createKey('chat', 'sampling'));
    const events = await readEvents(await scripted.send(await scripted.createSession(), SAMPLE_REQUEST));
    expectInOrder(names(events), [
      'run',
      'load_capability done',
      '+sample-size,sample-selection,monitoring-period,verification',
      'design_sample running',
      'design_sample done',
      'message',
      'done',
    ]);
    expect(textOf(events)).toBe('You need **112** households (95 after dropout).');
    expect(model.requests).toHaveLength(3);
    // What the model reads of a load is whole, however many tools the capability has.
    const loaded = String(model.requests[1]?.body.messages.at(-1)?.['content']);
    expect(JSON.parse(loaded)).toMatchObject({
      capabilities: ['sample-size', 'sample-selection', 'monitoring-period', 'verification'].map((name) => ({
        name,
        status: 'loaded',
      })),
    });
    expect(events.at(-1)?.data).toMatchObject({ usage: { inputTokens: 30, outputTokens: 15 } });
    model.assertComplete();
  });
});

describe('the chat on the command line', () => {
  let project: OracleProject;
  let oracle: OracleProcess;

  beforeAll(async () => {
    project = new OracleProject();
    oracle = await project.start();
  });

  afterAll(() => project.remove());

  it('prints the answer and exits 0', async () => {
    const { code, stdout, stderr } = await project.run([
      '--chat',
      '--url',
      oracle.url,
      '--message',
      SAMPLE_REQUEST,
    ]);
    expect(stderr).toContain('design_sample');
    expect(stdout).toMatch(/\b112\b/);
    expect(code).toBe(0);
  });

  it('boots an oracle of its own when none listens', async () => {
    const alone = new OracleProject();
    const { code, stdout, stderr } = await alone.run(['--chat', '--message', SAMPLE_REQUEST], {
      PORT: '45999',
    });
    await alone.remove();
    // What was just being read in the background ends with the process, and without a word.
    expect(stderr).not.toMatch(/not taken in|destroyed/);
    expect(stdout).toMatch(/\b112\b/);
    expect(code).toBe(0);
  });

  it('exits with an error when the run fails', async () => {
    const model = await startScriptedModelServer([
      { error: { status: 401, body: { error: { message: 'bad key' } } } },
    ]);
    const other = new OracleProject({
      env: { LLM_BASE_URL: model.url, LLM_API_KEY: 'test', LLM_MODEL: 'scripted' },
    });
    const running = await other.start();
    const { code, stderr } = await other.run(['--chat', '--url', running.url, '--message', 'hello']);
    await other.remove();
    await model.close();
    expect(code).not.toBe(0);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
