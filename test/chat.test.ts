import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type OpenMeteoStandIn,
  startOpenMeteoStandIn,
} from '../plugins/weather/testing/open-meteo-stand-in.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../src/testing/scripted-model-server.js';
import { type OracleProcess, OracleProject } from './support/oracle-process.js';
import { Client, readEvents, type SseEvent, textOf } from './support/sse.js';

const SAMPLE_REQUEST = 'Design a sample for 5000 households: mean usage 0.8, sd 0.2, 15% dropout, 95/5';

let standIn: OpenMeteoStandIn;
let project: OracleProject;
let oracle: OracleProcess;
let client: Client;

beforeAll(async () => {
  standIn = await startOpenMeteoStandIn();
  project = new OracleProject({
    env: { WEATHER_GEOCODE_URL: standIn.url, WEATHER_FORECAST_URL: standIn.url },
  });
  oracle = await project.start();
  client = new Client(oracle.url, await project.createKey('chat', 'sampling'));
});

afterAll(async () => {
  await project.remove();
  await standIn.close();
});

function names(events: readonly SseEvent[]): string[] {
  return events.map(({ event, data }) =>
    event === 'tool_call'
      ? `${data['name']} ${data['status']}`
      : event === 'capability'
        ? `+${data['loaded']}`
        : event,
  );
}

async function ask(message: string, sessionId?: string): Promise<SseEvent[]> {
  const response = await client.send(sessionId ?? (await client.createSession()), message);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  return readEvents(response);
}

/** Asserts that the steps appear in this order, with anything between them. */
function expectInOrder(actual: readonly string[], expected: readonly string[]): void {
  let at = -1;
  for (const step of expected) {
    const next = actual.indexOf(step, at + 1);
    expect(
      next,
      `${step} after ${actual.slice(0, at + 1).join(', ')} in ${actual.join(', ')}`,
    ).toBeGreaterThan(at);
    at = next;
  }
}

describe('a chat without a model key', () => {
  it('designs a sample from one plain sentence, through the capability', async () => {
    const events = await ask(SAMPLE_REQUEST);
    expectInOrder(names(events), [
      'run',
      'load_capability done',
      '+sample-size',
      'design_sample running',
      'design_sample done',
      'message',
      'done',
    ]);
    const design = events.find(({ data }) => data['name'] === 'design_sample' && data['status'] === 'done');
    expect(design?.data['output']).toMatchObject({ parameters: { calculatedSize: 95, adjustedSize: 112 } });
    expect(textOf(events)).toMatch(/\b95\b/);
    expect(textOf(events)).toMatch(/\b112\b/);
    expect(
      events.filter(({ event }) => ['done', 'error', 'cancelled', 'interrupted'].includes(event)),
    ).toHaveLength(1);
    expect(events.at(-1)?.data).toMatchObject({ finishReason: 'stop' });
  });

  it('numbers its events from 1 without a gap', async () => {
    const events = await ask('hello');
    const runId = String(events[0]?.data['runId']);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => `${runId}:${index + 1}`));
  });

  it('understands a follow-up on the same thread', async () => {
    const sessionId = await client.createSession();
    await ask(SAMPLE_REQUEST, sessionId);
    const events = await ask('and with 20% dropout?', sessionId);
    const design = events.find(({ data }) => data['name'] === 'design_sample' && data['status'] === 'done');
    expect(design?.data['output']).toMatchObject({ parameters: { calculatedSize: 95, adjustedSize: 119 } });
  });

  it('tells the weather', async () => {
    const events = await ask("what's the weather in Berlin?");
    expectInOrder(names(events), [
      '+weather',
      'get_current_weather running',
      'get_current_weather done',
      'done',
    ]);
    expect(textOf(events)).toContain('Berlin');
  });

  it('answers as one JSON document when no stream is asked for', async () => {
    const response = await client.request('POST', `/messages/${await client.createSession()}`, {
      message: SAMPLE_REQUEST,
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ loaded: ['sample-size'], finishReason: 'stop' });
  });

  it('logs every model call with its milliseconds', async () => {
    await ask('hello');
    expect(oracle.output).toContain('model call started');
    expect(oracle.output).toMatch(/model call complete \(\d+ms\)/);
  });
});

describe('the public routes', () => {
  it('serves the weather without a credential', async () => {
    const response = await fetch(`${oracle.url}/weather/now?city=Berlin`);
    expect(response.status).toBe(200);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ ok: true, city: 'Berlin', units: 'celsius' });
    for (const field of ['temp_c', 'latitude', 'longitude']) expect(body[field]).toBeTypeOf('number');
    expect(body['conditions']).toBeTypeOf('string');
  });

  it('describes every mounted operation in /openapi.json', async () => {
    const document = (await (await fetch(`${oracle.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/weather/now',
        '/v1/sampling',
        '/sessions',
        '/messages/{sessionId}',
        '/health',
      ]),
    );
  });

  it('keeps everything else behind a credential', async () => {
    for (const path of ['/sessions', '/v1/sampling', '/metrics']) {
      const response = await fetch(`${oracle.url}${path}`);
      expect(response.status, path).toBe(401);
      expect(response.headers.get('content-type'), path).toContain('application/problem+json');
    }
  });

  it('reports its plugins', async () => {
    const body = JSON.stringify(await (await fetch(`${oracle.url}/health/plugins`)).json());
    for (const name of ['sampling', 'weather', 'observability']) expect(body).toContain(`"${name}"`);
  });
});

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
    const { code, stdout } = await alone.run(['--chat', '--message', SAMPLE_REQUEST], { PORT: '45999' });
    await alone.remove();
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
