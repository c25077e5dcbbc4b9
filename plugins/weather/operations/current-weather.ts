import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { cityField } from '../places/city.js';
import { whereabouts } from '../places/places.js';
import { conditionsOf } from '../reports/conditions.js';
import { inBoth, toFahrenheit, type Units, type UnitsOf } from '../reports/temperature.js';
import type { Weather } from '../reports/weather.js';

/** What `GET /weather/now` answers. */
const nowSchema = z.object({
  ok: z.literal(true),
  city: z.string().describe('The place that was found; with its region and country when the query named one'),
  temp_c: z.number().describe('Air temperature 2 m above ground in degrees Celsius, whatever `units` says'),
  temp_f: z.number().optional().describe('The same in degrees Fahrenheit; only when `units` is fahrenheit'),
  units: z.enum(['celsius', 'fahrenheit']).describe('The units that whoever asks prefers, else this oracle'),
  conditions: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

/** The same and what a person may ask next. */
const currentSchema = nowSchema.extend({
  country: z.string().optional(),
  region: z.string().optional(),
  feels_like_c: z.number().optional(),
  humidity_percent: z.number().optional(),
  precipitation_mm: z.number().optional(),
  wind_kmh: z.number().optional(),
  local_time: z.string().describe('Local time of the observation, ISO 8601'),
});

/** `get_current_weather`, and `GET /weather/now?city=Berlin`, open to anyone. */
export function currentWeatherOperation(weather: Weather, unitsOf: UnitsOf): AnyOperation {
  return defineOperation({
    name: 'get_current_weather',
    title: 'Current weather of a city',
    description:
      'The weather in a city right now: temperature in degrees Celsius (and Fahrenheit when that is preferred), ' +
      'conditions, felt temperature, humidity, wind in km/h and the local time.',
    effect: 'read',
    input: z.object({ city: cityField }),
    answer: {
      description: 'The weather now, served again for some minutes; data by Open-Meteo (CC BY 4.0)',
      schema: currentSchema,
    },
    tool: { timeoutMs: 30_000 },
    route: {
      method: 'get',
      path: '/weather/now',
      auth: 'public',
      looseQuery: true,
      errors: {
        400: '`city` is missing, empty or no name of a place',
        404: 'No such place; the detail names near matches',
        502: 'The weather service refused the request',
        503: 'The weather service is down or limits us; see `Retry-After`',
      },
      view: { schema: nowSchema, body: (report) => nowSchema.parse(report) },
    },
    run: async ({ city }, { principal, signal }) =>
      currentReport(await weather.now(city, signal), await unitsOf(principal)),
    summary: wordNow,
  });
}

function currentReport(
  { place, label, now }: Awaited<ReturnType<Weather['now']>>,
  units: Units,
): z.output<typeof currentSchema> {
  return {
    ok: true,
    city: label,
    temp_c: now.temperature,
    ...(units === 'fahrenheit' && { temp_f: toFahrenheit(now.temperature) }),
    units,
    conditions: conditionsOf(now.weatherCode),
    latitude: place.latitude,
    longitude: place.longitude,
    ...whereabouts(place),
    ...(now.apparentTemperature !== null && { feels_like_c: now.apparentTemperature }),
    ...(now.humidityPercent !== null && { humidity_percent: now.humidityPercent }),
    ...(now.precipitationMm !== null && { precipitation_mm: now.precipitationMm }),
    ...(now.windSpeedKmh !== null && { wind_kmh: now.windSpeedKmh }),
    local_time: now.time,
  };
}

/** Both units, for whoever asks next what it is in the other. */
function wordNow({ city, conditions, temp_c, units }: z.output<typeof currentSchema>): string {
  return `${city} now: ${conditions}, ${inBoth([temp_c], units)}.`;
}
