import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type OpenMeteoStandIn,
  startOpenMeteoStandIn,
} from '../plugins/weather/testing/open-meteo-stand-in.js';
import { type OracleProcess, OracleProject } from './support/oracle-process.js';
import { Client, readEvents, type SseEvent, textOf } from './support/sse.js';
import { expectInOrder, names } from './support/steps.js';

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

async function ask(message: string, sessionId?: string): Promise<SseEvent[]> {
  const response = await client.send(sessionId ?? (await client.createSession()), message);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  return readEvents(response);
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
