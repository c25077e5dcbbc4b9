import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { STAND_IN_CITIES, type StandInCity } from './cities.js';

/** How the next requests fail: an HTTP answer of your own, a wait before the true answer, silence, a torn line. */
export type Fault =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
    }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'reset' };

export interface OpenMeteoStandIn {
  /** For both `WEATHER_GEOCODE_URL` and `WEATHER_FORECAST_URL`. */
  readonly url: string;
  /** Every request so far, in order. */
  readonly requests: readonly { readonly path: string; readonly query: Readonly<Record<string, string>> }[];
  /** The next `times` requests meet this fault; later calls queue behind earlier ones. */
  fail(fault: Fault, times?: number): void;
  close(): Promise<void>;
}

/**
 * A local server that speaks the wire of Open-Meteo's geocoding and forecast APIs
 * (https://open-meteo.com/en/docs, https://open-meteo.com/en/docs/geocoding-api), with a handful of cities.
 */
export async function startOpenMeteoStandIn(): Promise<OpenMeteoStandIn> {
  const requests: { path: string; query: Record<string, string> }[] = [];
  const faults: Fault[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const query = Object.fromEntries(url.searchParams);
    requests.push({ path: url.pathname, query });
    const fault = faults.shift();
    if (fault?.kind === 'silence') return;
    if (fault?.kind === 'reset') return void request.socket.destroy();
    if (fault?.kind === 'answer') {
      response.writeHead(fault.status, { 'Content-Type': 'application/json', ...fault.headers });
      return void response.end(fault.body ?? '');
    }
    const answer = () => {
      const [status, body] = answerTo(url.pathname, query);
      response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(body));
    };
    if (fault?.kind === 'delay') setTimeout(answer, fault.ms);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    fail: (fault, times = 1) => void faults.push(...Array.from({ length: times }, () => fault)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answer = readonly [status: number, body: unknown];

function answerTo(path: string, query: Readonly<Record<string, string>>): Answer {
  if (path.endsWith('/v1/search')) return search(query);
  if (path.endsWith('/v1/forecast')) return forecast(query);
  return [404, { error: true, reason: 'Not Found' }];
}

/** Names of one letter find nothing, of two only themselves, of more all that begin alike. */
function search(query: Readonly<Record<string, string>>): Answer {
  const name = fold(query['name'] ?? '');
  const hits = STAND_IN_CITIES.filter((city) => {
    const known = fold(city.name);
    return name.length >= 3 ? known.startsWith(name) : name.length === 2 && known === name;
  })
    .sort(
      (a, b) => Number(fold(b.name) === name) - Number(fold(a.name) === name) || b.population - a.population,
    )
    .slice(0, Number(query['count'] ?? 10))
    .map((city, index) => ({
      id: 1000 + index,
      name: city.name,
      latitude: city.latitude,
      longitude: city.longitude,
      feature_code: 'PPL',
      country_code: city.country_code,
      timezone: city.timezone,
      population: city.population,
      country: city.country,
      admin1: city.admin1,
    }));
  return [200, { ...(hits.length > 0 && { results: hits }), generationtime_ms: 0.5 }];
}

function forecast(query: Readonly<Record<string, string>>): Answer {
  const latitude = Number(query['latitude']);
  const longitude = Number(query['longitude']);
  const city = STAND_IN_CITIES.find(
    (known) => Math.hypot(known.latitude - latitude, known.longitude - longitude) < 0.1,
  );
  if (city === undefined) {
    return [400, { error: true, reason: 'Latitude must be in range of -90 to 90°.' }];
  }
  const days = Number(query['forecast_days'] ?? 7);
  if (!Number.isInteger(days) || days < 0 || days > 16) {
    return [400, { error: true, reason: 'Forecast days is invalid. Allowed range 0 to 16.' }];
  }
  return [
    200,
    {
      // The service answers for the nearest point of its grid.
      latitude: Math.round(latitude * 25) / 25,
      longitude: Math.round(longitude * 25) / 25,
      generationtime_ms: 0.1,
      utc_offset_seconds: 0,
      timezone: city.timezone,
      elevation: 38,
      ...(query['current'] !== undefined && current(city)),
      ...(query['daily'] !== undefined && daily(city, days)),
    },
  ];
}

function current(city: StandInCity) {
  return {
    current_units: { time: 'iso8601', interval: 'seconds', temperature_2m: '°C', weather_code: 'wmo code' },
    current: {
      time: '2026-05-04T12:15',
      interval: 900,
      temperature_2m: city.temperature,
      apparent_temperature: city.temperature - 1.5,
      relative_humidity_2m: 60,
      precipitation: 0,
      wind_speed_10m: 12.4,
      weather_code: city.weatherCode,
    },
  };
}

function daily(city: StandInCity, days: number) {
  const each = <T>(value: (day: number) => T) => Array.from({ length: days }, (_, day) => value(day));
  const date = (day: number) => new Date(Date.UTC(2026, 4, 4 + day)).toISOString().slice(0, 10);
  return {
    daily_units: { time: 'iso8601', temperature_2m_max: '°C', temperature_2m_min: '°C' },
    daily: {
      time: each(date),
      weather_code: each((day) => (day === 0 ? city.weatherCode : 3)),
      temperature_2m_max: each((day) => Math.round((city.temperature + 3 + day * 0.5) * 10) / 10),
      temperature_2m_min: each((day) => Math.round((city.temperature - 5 + day * 0.5) * 10) / 10),
      precipitation_probability_max: each((day) => (day * 10) % 100),
      sunrise: each((day) => `${date(day)}T06:00`),
      sunset: each((day) => `${date(day)}T20:00`),
    },
  };
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
