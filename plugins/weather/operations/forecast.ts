import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { cityField } from '../places/city.js';
import { whereabouts } from '../places/places.js';
import { conditionsOf } from '../reports/conditions.js';
import { inBoth, toFahrenheit, type Units, type UnitsOf } from '../reports/temperature.js';
import type { Weather } from '../reports/weather.js';

const forecastSchema = z.object({
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

const daysField = withWords(
  z
    .int('is a whole number of days')
    .min(1, 'is at least 1 day')
    .max(16, 'is at most 16 days: nobody forecasts further')
    .default(7)
    .meta({ description: 'How many days, today included.', examples: [3, 7] }),
  { aliases: ['days', 'day', 'forecast length'], unit: 'days' },
);

export function forecastOperation(weather: Weather, unitsOf: UnitsOf): AnyOperation {
  return defineOperation({
    name: 'get_weather_forecast',
    title: 'Weather of the coming days',
    description:
      'The daily weather in a city for the next 1 to 16 days, today first: lowest and highest temperature in ' +
      'degrees Celsius, conditions, chance of precipitation in percent, sunrise and sunset.',
    effect: 'read',
    input: z.object({ city: cityField, days: daysField }),
    answer: { description: 'The days; data by Open-Meteo (CC BY 4.0)', schema: forecastSchema },
    tool: { timeoutMs: 30_000 },
    run: async ({ city, days }, { principal, signal }) =>
      forecastReport(await weather.forecast(city, days, signal), await unitsOf(principal)),
    summary: wordDays,
  });
}

function forecastReport(
  { place, label, days }: Awaited<ReturnType<Weather['forecast']>>,
  units: Units,
): z.output<typeof forecastSchema> {
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

function wordDays({ city, days, units }: z.output<typeof forecastSchema>): string {
  const low = Math.min(...days.flatMap(({ min_c }) => min_c ?? []));
  const high = Math.max(...days.flatMap(({ max_c }) => max_c ?? []));
  const span = days.length === 1 ? 'today' : `the next ${days.length} days`;
  if (!Number.isFinite(low) || !Number.isFinite(high)) return `${city}, ${span}:`;
  return `${city}, ${span}: ${inBoth([low, high], units)}.`;
}
