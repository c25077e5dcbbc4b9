import { z } from 'zod';
import { conditionsOf } from './conditions.js';
import type { CurrentWeather, ForecastDay } from './open-meteo.js';
import type { Place } from './places.js';
import { toFahrenheit, type Units } from './temperature.js';

/** What `GET /weather/now` answers. */
export const nowSchema = z.object({
  ok: z.literal(true),
  city: z.string().describe('The place that was found; with its region and country when the query named one'),
  temp_c: z.number().describe('Air temperature 2 m above ground in degrees Celsius, whatever `units` says'),
  temp_f: z.number().optional().describe('The same in degrees Fahrenheit; only when `units` is fahrenheit'),
  units: z.enum(['celsius', 'fahrenheit']).describe('The units that this oracle prefers'),
  conditions: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

/** What `get_current_weather` returns: the same and what a person may ask next. */
export const currentSchema = nowSchema.extend({
  country: z.string().optional(),
  region: z.string().optional(),
  feels_like_c: z.number().optional(),
  humidity_percent: z.number().optional(),
  precipitation_mm: z.number().optional(),
  wind_kmh: z.number().optional(),
  local_time: z.string().describe('Local time of the observation, ISO 8601'),
});

/** What `get_weather_forecast` returns. */
export const forecastSchema = z.object({
  ok: z.literal(true),
  city: z.string(),
  country: z.string().optional(),
  region: z.string().optional(),
  units: z.enum(['celsius', 'fahrenheit']),
  latitude: z.number(),
  longitude: z.number(),
  days: z.array(
    z.object({
      date: z.iso.date(),
      conditions: z.string().nullable(),
      min_c: z.number().nullable(),
      max_c: z.number().nullable(),
      min_f: z.number().nullable().optional(),
      max_f: z.number().nullable().optional(),
      precipitation_probability_percent: z.number().nullable(),
      sunrise: z.string().nullable(),
      sunset: z.string().nullable(),
    }),
  ),
});

interface Located {
  readonly place: Place;
  readonly label: string;
}

export function nowReport(
  found: Located & { now: CurrentWeather },
  units: Units,
): z.output<typeof nowSchema> {
  const { place, label, now } = found;
  return {
    ok: true,
    city: label,
    temp_c: now.temperature,
    ...(units === 'fahrenheit' && { temp_f: toFahrenheit(now.temperature) }),
    units,
    conditions: conditionsOf(now.weatherCode),
    latitude: place.latitude,
    longitude: place.longitude,
  };
}

export function currentReport(
  found: Located & { now: CurrentWeather },
  units: Units,
): z.output<typeof currentSchema> {
  const { place, now } = found;
  return {
    ...nowReport(found, units),
    ...whereabouts(place),
    ...(now.apparentTemperature !== null && { feels_like_c: now.apparentTemperature }),
    ...(now.humidityPercent !== null && { humidity_percent: now.humidityPercent }),
    ...(now.precipitationMm !== null && { precipitation_mm: now.precipitationMm }),
    ...(now.windSpeedKmh !== null && { wind_kmh: now.windSpeedKmh }),
    local_time: now.time,
  };
}

export function forecastReport(
  found: Located & { days: readonly ForecastDay[] },
  units: Units,
): z.output<typeof forecastSchema> {
  const { place, label, days } = found;
  return {
    ok: true,
    city: label,
    ...whereabouts(place),
    units,
    latitude: place.latitude,
    longitude: place.longitude,
    days: days.map((day) => ({
      date: day.date,
      conditions: day.weatherCode === null ? null : conditionsOf(day.weatherCode),
      min_c: day.temperatureMin,
      max_c: day.temperatureMax,
      ...(units === 'fahrenheit' && {
        min_f: day.temperatureMin === null ? null : toFahrenheit(day.temperatureMin),
        max_f: day.temperatureMax === null ? null : toFahrenheit(day.temperatureMax),
      }),
      precipitation_probability_percent: day.precipitationProbabilityPercent,
      sunrise: day.sunrise,
      sunset: day.sunset,
    })),
  };
}

function whereabouts(place: Place): { country?: string; region?: string } {
  return {
    ...(place.country !== undefined && { country: place.country }),
    ...(place.region !== undefined && { region: place.region }),
  };
}
