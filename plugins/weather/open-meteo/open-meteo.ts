import { z } from 'zod';
import type { Place } from '../places/places.js';
import type { Upstream } from './upstream.js';

/** The current weather at a place; all temperatures in degrees Celsius. */
export interface CurrentWeather {
  /** Local time of the place, ISO 8601 without offset. */
  readonly time: string;
  readonly temperature: number;
  readonly apparentTemperature: number | null;
  readonly humidityPercent: number | null;
  readonly precipitationMm: number | null;
  readonly windSpeedKmh: number | null;
  readonly weatherCode: number;
}

/** One day of a forecast, temperatures in degrees Celsius. A value that the service leaves out is null. */
export interface ForecastDay {
  readonly date: string;
  readonly weatherCode: number | null;
  readonly temperatureMax: number | null;
  readonly temperatureMin: number | null;
  readonly precipitationProbabilityPercent: number | null;
  readonly sunrise: string | null;
  readonly sunset: string | null;
}

const text = z.string().nullish();
const measured = z.number().nullish();

/** `GET /v1/search`; a name that nobody bears comes back without `results`. */
const searchAnswer = z.object({
  generationtime_ms: z.number().optional(),
  results: z
    .array(
      z.object({
        name: z.string(),
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        country: text,
        country_code: text,
        admin1: text,
        admin2: text,
      }),
    )
    .optional(),
});

/** `GET /v1/forecast?current=…` */
const currentAnswer = z.object({
  current: z.object({
    time: z.string(),
    temperature_2m: z.number(),
    apparent_temperature: measured,
    relative_humidity_2m: measured,
    precipitation: measured,
    wind_speed_10m: measured,
    weather_code: z.number(),
  }),
});

/** `GET /v1/forecast?daily=…`: one array a variable, one element a day. */
const dailyAnswer = z.object({
  daily: z.object({
    time: z.array(z.iso.date()).min(1),
    weather_code: z.array(z.number().nullable()),
    temperature_2m_max: z.array(z.number().nullable()),
    temperature_2m_min: z.array(z.number().nullable()),
    precipitation_probability_max: z.array(z.number().nullable()).optional(),
    sunrise: z.array(z.string().nullable()).optional(),
    sunset: z.array(z.string().nullable()).optional(),
  }),
});

/**
 * Places whose name resembles `name`, best first.
 * @throws OracleError as `Upstream.get`.
 */
export async function searchPlaces(geocoder: Upstream, name: string, count: number): Promise<Place[]> {
  const answer = await geocoder.get(
    '/v1/search',
    { name, count: String(count), language: 'en', format: 'json' },
    searchAnswer.refine((body) => body.results !== undefined || body.generationtime_ms !== undefined),
  );
  return (answer.results ?? []).map((hit) => ({
    name: hit.name,
    latitude: hit.latitude,
    longitude: hit.longitude,
    country: hit.country ?? undefined,
    countryCode: hit.country_code ?? undefined,
    region: hit.admin1 ?? undefined,
    district: hit.admin2 ?? undefined,
  }));
}

/** @throws OracleError as `Upstream.get`. */
export async function fetchCurrent(forecasts: Upstream, place: Place): Promise<CurrentWeather> {
  const { current } = await forecasts.get(
    '/v1/forecast',
    {
      ...coordinates(place),
      current:
        'temperature_2m,apparent_temperature,relative_humidity_2m,precipitation,wind_speed_10m,weather_code',
      timezone: 'auto',
    },
    currentAnswer,
  );
  return {
    time: current.time,
    temperature: current.temperature_2m,
    apparentTemperature: current.apparent_temperature ?? null,
    humidityPercent: current.relative_humidity_2m ?? null,
    precipitationMm: current.precipitation ?? null,
    windSpeedKmh: current.wind_speed_10m ?? null,
    weatherCode: current.weather_code,
  };
}

/**
 * The next `days` days (1 to 16), today first.
 * @throws OracleError as `Upstream.get`.
 */
export async function fetchForecast(forecasts: Upstream, place: Place, days: number): Promise<ForecastDay[]> {
  const { daily } = await forecasts.get(
    '/v1/forecast',
    {
      ...coordinates(place),
      daily:
        'weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max,sunrise,sunset',
      timezone: 'auto',
      forecast_days: String(days),
    },
    dailyAnswer,
  );
  return daily.time.slice(0, days).map((date, day) => ({
    date,
    weatherCode: daily.weather_code[day] ?? null,
    temperatureMax: daily.temperature_2m_max[day] ?? null,
    temperatureMin: daily.temperature_2m_min[day] ?? null,
    precipitationProbabilityPercent: daily.precipitation_probability_max?.[day] ?? null,
    sunrise: daily.sunrise?.[day] ?? null,
    sunset: daily.sunset?.[day] ?? null,
  }));
}

function coordinates(place: Place): { latitude: string; longitude: string } {
  return { latitude: String(place.latitude), longitude: String(place.longitude) };
}
