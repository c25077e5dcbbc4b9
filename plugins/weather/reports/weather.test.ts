import { OracleError } from 'oracle-runtime/plugin';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Upstream } from '../open-meteo/upstream.js';
import { type OpenMeteoStandIn, startOpenMeteoStandIn } from '../testing/open-meteo-stand-in.js';
import { Weather } from './weather.js';

let standIn: OpenMeteoStandIn;
beforeEach(async () => {
  standIn = await startOpenMeteoStandIn();
});
afterEach(() => standIn.close());

const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

function weatherAt(url: string, { timeoutMs = 2_000, signal = new AbortController().signal } = {}) {
  const clock = { time: 1_000_000, now: () => clock.time };
  const options = { timeoutMs, clock, logger: silent, signal };
  const geocoder = new Upstream('The geocoding service', url, options);
  const forecasts = new Upstream('The weather service', url, options);
  const weather = new Weather({ geocoder, forecasts, clock, cacheSeconds: 600, cacheEntries: 50 });
  const open = new AbortController().signal;
  return { weather, clock, forecasts, geocoder, now: (city: string) => weather.now(city, open), open };
}

async function failure(work: Promise<unknown>): Promise<OracleError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!OracleError.isInstance(error)) throw new Error('expected an OracleError', { cause: error });
  return error;
}

describe('weather of a city', () => {
  it('takes two requests, the geocoder and the forecast, and none while it is cached', async () => {
    const { now } = weatherAt(standIn.url);
    const found = await now('Berlin');
    expect(found).toMatchObject({ label: 'Berlin', now: { temperature: 15.6, weatherCode: 3 } });
    expect(found.place).toMatchObject({ latitude: 52.52437, longitude: 13.41053 });
    await now('berlin');
    expect(standIn.requests.map(({ path }) => path)).toEqual(['/v1/search', '/v1/forecast']);
  });

  it('is fetched anew after ten minutes, the place is not', async () => {
    const { now, clock } = weatherAt(standIn.url);
    await now('Berlin');
    clock.time += 600_000;
    await now('Berlin');
    expect(standIn.requests.map(({ path }) => path)).toEqual(['/v1/search', '/v1/forecast', '/v1/forecast']);
  });

  it('is fetched once for a crowd that asks at the same moment', async () => {
    const { now } = weatherAt(standIn.url);
    const answers = await Promise.all(Array.from({ length: 20 }, () => now('Nairobi')));
    expect(new Set(answers.map((answer) => answer.now.temperature))).toEqual(new Set([22.3]));
    expect(standIn.requests).toHaveLength(2);
  });

  it.each([
    ['Paris', 'Paris', 18.2],
    ['Paris, Texas', 'Paris, Texas, United States', 31.4],
    ['Berlin, DE', 'Berlin, State of Berlin, Germany', 15.6],
    ['Berlin Germany', 'Berlin, State of Berlin, Germany', 15.6],
    ['london ontario canada', 'London, Ontario, Canada', -2.5],
    ['Cordoba', 'Córdoba', 24.9],
    ['Córdoba, Spain', 'Córdoba, Andalusia, Spain', 33.5],
    ['new york', 'New York', 7],
  ])('%s is that of %s', async (city, label, temperature) => {
    const found = await weatherAt(standIn.url).now(city);
    expect(found).toMatchObject({ label, now: { temperature } });
  });

  it('has as many forecast days as were asked for, today first', async () => {
    const { weather, open } = weatherAt(standIn.url);
    const { days } = await weather.forecast('Oslo', 3, open);
    expect(days).toEqual([
      expect.objectContaining({
        date: '2026-05-04',
        weatherCode: 75,
        temperatureMax: -3.8,
        temperatureMin: -11.8,
      }),
      expect.objectContaining({ date: '2026-05-05', precipitationProbabilityPercent: 10 }),
      expect.objectContaining({ date: '2026-05-06', sunrise: '2026-05-06T06:00' }),
    ]);
    expect(standIn.requests.at(-1)?.query).toMatchObject({ forecast_days: '3', timezone: 'auto' });
  });

  it('keeps the gaps of a ragged forecast as null instead of shifting the days', async () => {
    const { weather, open } = weatherAt(standIn.url);
    await weather.forecast('Oslo', 1, open);
    const ragged = {
      daily: {
        time: ['2026-05-04', '2026-05-05'],
        weather_code: [3],
        temperature_2m_max: [null, 9.5],
        temperature_2m_min: [1, 2],
      },
    };
    standIn.fail({ kind: 'answer', status: 200, body: JSON.stringify(ragged) });
    const { days } = await weather.forecast('Oslo', 2, open);
    expect(days[0]).toMatchObject({ weatherCode: 3, temperatureMax: null, temperatureMin: 1, sunrise: null });
    expect(days[1]).toMatchObject({ weatherCode: null, temperatureMax: 9.5, temperatureMin: 2 });
  });
});

describe('a place that nobody knows', () => {
  it('is not_found with names that are spelled alike', async () => {
    const error = await failure(weatherAt(standIn.url).now('Berln'));
    expect(error).toMatchObject({ code: 'not_found', status: 404 });
    expect(error.detail).toBe(
      'No place is known as "Berln". Near matches: Berlin, State of Berlin, Germany; ' +
        'Bern, Canton of Bern, Switzerland; Berlin, New Hampshire, United States.',
    );
  });

  it('is not_found with the namesakes when only the region was wrong', async () => {
    const error = await failure(weatherAt(standIn.url).now('Paris, Kenya'));
    expect(error.detail).toContain('Paris, Île-de-France Region, France; Paris, Texas, United States');
  });

  it('is not_found without suggestions when nothing comes near, and is remembered', async () => {
    const { now } = weatherAt(standIn.url);
    expect((await failure(now('Qwxzvy'))).detail).toBe('No place is known as "Qwxzvy".');
    const asked = standIn.requests.length;
    await failure(now('Qwxzvy'));
    expect(standIn.requests).toHaveLength(asked);
  });
});

describe('a weather service in trouble', () => {
  const html = '<!doctype html><title>Bad gateway</title>';

  it.each([
    ['fails with 500', { kind: 'answer', status: 500 } as const],
    ['tears the connection', { kind: 'reset' } as const],
    ['sends HTML for JSON', { kind: 'answer', status: 200, body: html } as const],
    ['sends JSON of another shape', { kind: 'answer', status: 200, body: '[]' } as const],
  ])('is asked once more when it %s', async (_, fault) => {
    const { now } = weatherAt(standIn.url);
    standIn.fail(fault);
    expect((await now('Berlin')).now.temperature).toBe(15.6);
    expect(standIn.requests.map(({ path }) => path)).toEqual(['/v1/search', '/v1/search', '/v1/forecast']);
  });

  it.each([
    ['fails with 500', { kind: 'answer', status: 500 } as const, 'failed with HTTP 500'],
    ['tears the connection', { kind: 'reset' } as const, 'cannot be reached'],
    ['sends HTML for JSON', { kind: 'answer', status: 200, body: html } as const, 'not weather data'],
    ['is silent', { kind: 'silence' } as const, 'did not answer within 60 ms'],
  ])('is unavailable with Retry-After when it %s twice', async (_, fault, why) => {
    const { now, geocoder } = weatherAt(standIn.url, { timeoutMs: fault.kind === 'silence' ? 60 : 2_000 });
    standIn.fail(fault, 2);
    const error = await failure(now('Berlin'));
    expect(error).toMatchObject({ code: 'unavailable', status: 503, headers: { 'Retry-After': '30' } });
    expect(error.detail).toContain(why);
    expect(geocoder.lastFailure).toContain(why);
    expect(standIn.requests).toHaveLength(2);
  });

  it('is unavailable when nothing listens there', async () => {
    await standIn.close();
    const error = await failure(weatherAt(standIn.url).now('Berlin'));
    expect(error).toMatchObject({ code: 'unavailable', detail: 'The geocoding service cannot be reached.' });
    expect(JSON.stringify(error)).not.toContain('127.0.0.1');
  });

  it('answers late but in time', async () => {
    standIn.fail({ kind: 'delay', ms: 80 });
    expect((await weatherAt(standIn.url).now('Berlin')).label).toBe('Berlin');
  });

  it('is left in peace for as long as its 429 asks', async () => {
    const { now, clock, geocoder } = weatherAt(standIn.url);
    standIn.fail({ kind: 'answer', status: 429, headers: { 'Retry-After': '120' } });
    expect(await failure(now('Berlin'))).toMatchObject({ status: 503, headers: { 'Retry-After': '120' } });
    clock.time += 100_000;
    expect(await failure(now('Berlin'))).toMatchObject({ status: 503, headers: { 'Retry-After': '20' } });
    expect(standIn.requests).toHaveLength(1);
    clock.time += 20_000;
    expect((await now('Berlin')).label).toBe('Berlin');
    expect(geocoder.lastFailure).toBeUndefined();
  });

  it('understands a Retry-After that is a date', async () => {
    const { now, clock } = weatherAt(standIn.url);
    clock.time = Date.parse('2026-05-04T12:00:00Z');
    const headers = { 'Retry-After': 'Mon, 04 May 2026 12:01:00 GMT' };
    standIn.fail({ kind: 'answer', status: 429, headers });
    expect((await failure(now('Berlin'))).headers).toEqual({ 'Retry-After': '60' });
  });

  it('is asked again at once when its 429 names no wait worth speaking of', async () => {
    standIn.fail({ kind: 'answer', status: 429, headers: { 'Retry-After': '0' } });
    expect((await weatherAt(standIn.url).now('Berlin')).label).toBe('Berlin');
  });

  it('is not asked again when it refuses the request, and its reason is passed on', async () => {
    const body = JSON.stringify({
      error: true,
      reason: 'Cannot initialize Double from invalid String value x',
    });
    standIn.fail({ kind: 'answer', status: 400, body });
    const error = await failure(weatherAt(standIn.url).now('Berlin'));
    expect(error).toMatchObject({ code: 'upstream_failed', status: 502 });
    expect(error.detail).toContain('Cannot initialize Double');
    expect(standIn.requests).toHaveLength(1);
  });
});

describe('a caller who goes away', () => {
  it('waits no longer, while the shared request goes on for the others', async () => {
    const { weather, now } = weatherAt(standIn.url);
    standIn.fail({ kind: 'delay', ms: 100 });
    const leaving = new AbortController();
    const left = weather.now('Berlin', leaving.signal);
    const stayed = now('Berlin');
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect((await stayed).label).toBe('Berlin');
    expect(standIn.requests).toHaveLength(2);
  });

  it('ends the request itself when the process shuts down', async () => {
    const shutdown = new AbortController();
    const { now } = weatherAt(standIn.url, { signal: shutdown.signal });
    standIn.fail({ kind: 'silence' }, 2);
    const waiting = now('Berlin');
    shutdown.abort(new Error('shutting down'));
    await expect(waiting).rejects.toThrow('shutting down');
    expect(standIn.requests.length).toBeLessThanOrEqual(1);
  });
});

describe('the base URL', () => {
  it('may carry a path and a query of its own', async () => {
    const { now } = weatherAt(`${standIn.url}/meteo/?apikey=k`);
    await now('Berlin');
    expect(standIn.requests.map(({ path, query }) => [path, query['apikey']])).toEqual([
      ['/meteo/v1/search', 'k'],
      ['/meteo/v1/forecast', 'k'],
    ]);
  });
});
