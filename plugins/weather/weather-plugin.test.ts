import { Readable } from 'node:stream';
import {
  type AnyRoute,
  type Contribution,
  OracleError,
  provide,
  type RouteContext,
  type RouteResult,
} from 'oracle-runtime/plugin';
import { callTool, type TestContext, testContext, viewsOf } from 'oracle-runtime/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Preferences, type UserPreferences } from '../user-preferences/service.js';
import weather from './index.js';
import { type OpenMeteoStandIn, startOpenMeteoStandIn } from './testing/open-meteo-stand-in.js';

let standIn: OpenMeteoStandIn;
beforeEach(async () => {
  standIn = await startOpenMeteoStandIn();
});
afterEach(() => standIn.close());

const logger = { debug() {}, info() {}, warn() {}, error() {}, child: () => logger };
const signal = new AbortController().signal;
const principal = {
  id: 'anonymous',
  kind: 'anonymous',
  did: '',
  scopes: new Set<string>(),
  name: 'anyone',
} as const;

const opened: TestContext[] = [];
afterEach(async () => {
  for (const unit of opened.splice(0)) await unit.close();
});

/** What `setup` gives for this environment, with the views of its operations. */
async function contributed(
  env: Record<string, string> = {},
  preferred?: UserPreferences['units'],
): Promise<Contribution> {
  const services = { WEATHER_GEOCODE_URL: standIn.url, WEATHER_FORECAST_URL: standIn.url };
  const unit = await testContext(weather, {
    env: { ...services, ...env },
    services: [provide(Preferences, { of: async () => ({ units: preferred }) })],
  });
  opened.push(unit);
  return { ...unit.contribution, ...viewsOf(unit.contribution.operations) };
}

async function callRoute(contribution: Contribution, query: unknown): Promise<unknown> {
  const route: AnyRoute | undefined = contribution.routes?.[0];
  if (route === undefined) throw new Error('no route');
  const context = {
    whole: route.request?.whole?.parse(query),
    signal,
    principal,
    logger,
    requestId: 'q',
    raw: { request: Readable.from([]) },
  } as unknown as RouteContext;
  return ((await route.handler(context)) as RouteResult).body;
}

describe('GET /weather/now', () => {
  it('is public and answers with exactly the documented fields', async () => {
    const contribution = await contributed();
    expect(contribution.routes?.[0]).toMatchObject({ method: 'get', path: '/weather/now', auth: 'public' });
    expect(await callRoute(contribution, { city: 'Berlin' })).toEqual({
      ok: true,
      city: 'Berlin',
      temp_c: 15.6,
      units: 'celsius',
      conditions: 'overcast',
      latitude: 52.52437,
      longitude: 13.41053,
    });
  });

  it('adds Fahrenheit when it is preferred, and keeps temp_c in Celsius', async () => {
    const contribution = await contributed({ WEATHER_DEFAULT_UNITS: 'fahrenheit' });
    expect(await callRoute(contribution, { city: 'Oslo' })).toMatchObject({
      units: 'fahrenheit',
      temp_c: -6.8,
      temp_f: 19.8,
      conditions: 'heavy snowfall',
    });
  });

  it('passes over parameters that it does not know', async () => {
    const answer = await callRoute(await contributed(), { city: 'Berlin', lang: 'de' });
    expect(answer).toMatchObject({ city: 'Berlin' });
  });

  it.each([{}, { city: '' }, { city: '12345' }, { city: ['Berlin', 'Paris'] }])(
    'refuses %j',
    async (query) => {
      await expect(callRoute(await contributed(), query)).rejects.toThrow(z.ZodError);
      expect(standIn.requests).toHaveLength(0);
    },
  );
});

describe('the weather tools', () => {
  it('give the weather now', async () => {
    expect(
      await callTool((await contributed()).operations, 'get_current_weather', { city: 'Nairobi' }),
    ).toEqual({
      summary: 'Nairobi now: slight rain showers, 22.3 °C (72 °F).',
      ok: true,
      city: 'Nairobi',
      country: 'Kenya',
      region: 'Nairobi County',
      temp_c: 22.3,
      feels_like_c: 20.8,
      humidity_percent: 60,
      precipitation_mm: 0,
      wind_kmh: 12.4,
      local_time: '2026-05-04T12:15',
      units: 'celsius',
      conditions: 'slight rain showers',
      latitude: -1.28333,
      longitude: 36.81667,
    });
  });

  it.each([
    ['imperial', 'celsius', '72 °F (22.3 °C)', { units: 'fahrenheit', temp_f: 72.1 }],
    ['metric', 'fahrenheit', '22.3 °C (72 °F)', { units: 'celsius' }],
    [undefined, 'fahrenheit', '72 °F (22.3 °C)', { units: 'fahrenheit' }],
  ] as const)('say first what somebody prefers (%s, the oracle %s)', async (own, usual, words, fields) => {
    const { operations } = await contributed({ WEATHER_DEFAULT_UNITS: usual }, own);
    const now = await callTool(operations, 'get_current_weather', { city: 'Nairobi' });
    expect(now).toMatchObject({ ...fields, temp_c: 22.3, summary: expect.stringContaining(words) });
    const days = await callTool(operations, 'get_weather_forecast', { city: 'Bern', days: 1 });
    expect(days).toMatchObject({ units: fields.units });
  });

  it('give a forecast, a week unless told otherwise', async () => {
    const contribution = await contributed({ WEATHER_DEFAULT_UNITS: 'fahrenheit' });
    const week = await callTool(contribution.operations, 'get_weather_forecast', { city: 'Bern' });
    expect(week).toMatchObject({ city: 'Bern', units: 'fahrenheit', days: { length: 7 } });
    expect(week).toMatchObject({
      days: [
        { date: '2026-05-04', min_c: 4.4, min_f: 39.9, max_c: 12.4, max_f: 54.3 },
        {},
        {},
        {},
        {},
        {},
        {},
      ],
    });
    const fortnight = await callTool(contribution.operations, 'get_weather_forecast', {
      city: 'Bern',
      days: 16,
    });
    expect(fortnight).toMatchObject({ days: { length: 16 } });
  });

  it.each([0, 17, 2.5, '3'])('refuse %j days', async (days) => {
    const call = callTool((await contributed()).operations, 'get_weather_forecast', { city: 'Bern', days });
    await expect(call).rejects.toThrow(z.ZodError);
  });

  it('tell the model about near matches', async () => {
    const call = callTool((await contributed()).operations, 'get_current_weather', { city: 'Parus' });
    await expect(call).rejects.toThrow(/Near matches: Paris, Île-de-France Region, France/);
  });
});

describe('health', () => {
  it('is degraded while a service fails and says which and why', async () => {
    const contribution = await contributed();
    expect(await contribution.health?.()).toEqual({ status: 'ok' });
    standIn.fail({ kind: 'answer', status: 502 }, 2);
    await expect(callRoute(contribution, { city: 'Oslo' })).rejects.toThrow(OracleError);
    expect(await contribution.health?.()).toEqual({
      status: 'degraded',
      detail: 'The geocoding service failed with HTTP 502',
    });
    await callRoute(contribution, { city: 'Oslo' });
    expect(await contribution.health?.()).toEqual({ status: 'ok' });
  });
});

describe('the manifest', () => {
  it('gives examples that its own tools accept', async () => {
    const { tools = [] } = await contributed();
    for (const example of weather.manifest?.examples ?? []) {
      const tool = tools.find(({ name }) => name === example.tool);
      expect(tool?.input.safeParse(example.args).success, example.user).toBe(true);
    }
  });

  it('hands a planner the words for each field', async () => {
    const { tools = [] } = await contributed();
    const schema = z.toJSONSchema(tools[1]?.input ?? z.object(), { io: 'input' });
    expect(schema).toMatchObject({
      required: ['city'],
      properties: {
        city: { type: 'string', maxLength: 100, aliases: ['city', 'town', 'place', 'location'] },
        days: { type: 'integer', minimum: 1, maximum: 16, default: 7 },
      },
    });
  });
});
