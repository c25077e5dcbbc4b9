import { type AnyTool, defineTool } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { cityField } from './city.js';
import { currentReport, currentSchema, forecastReport, forecastSchema } from './report.js';
import type { Units } from './temperature.js';
import type { Weather } from './weather.js';

/** The tools that the agent sees once `weather` is loaded. */
export function weatherTools(weather: Weather, units: Units): AnyTool[] {
  return [
    defineTool({
      name: 'get_current_weather',
      description:
        'The weather in a city right now: temperature in degrees Celsius (and Fahrenheit when this oracle prefers ' +
        'it), conditions, felt temperature, humidity, wind in km/h and the local time.',
      input: z.object({ city: cityField }),
      output: currentSchema,
      idempotent: true,
      timeoutMs: 30_000,
      run: async ({ city }, rt) => currentReport(await weather.now(city, rt.signal), units),
    }),
    defineTool({
      name: 'get_weather_forecast',
      description:
        'The daily weather in a city for the next 1 to 16 days, today first: lowest and highest temperature in ' +
        'degrees Celsius, conditions, chance of precipitation in percent, sunrise and sunset.',
      input: z.object({
        city: cityField,
        days: z
          .int('is a whole number of days')
          .min(1, 'is at least 1 day')
          .max(16, 'is at most 16 days: nobody forecasts further')
          .default(7)
          .meta({
            description: 'How many days, today included.',
            aliases: ['days', 'day', 'forecast length'],
            unit: 'days',
            examples: [3, 7],
          }),
      }),
      output: forecastSchema,
      idempotent: true,
      timeoutMs: 30_000,
      run: async ({ city, days }, rt) => forecastReport(await weather.forecast(city, days, rt.signal), units),
    }),
  ];
}
