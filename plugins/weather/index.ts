import { definePlugin, str, url } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { weatherRoutes } from './routes.js';
import type { Units } from './temperature.js';
import { weatherTools } from './tools.js';
import { Upstream } from './upstream.js';
import { Weather } from './weather.js';

export default definePlugin({
  name: 'weather',
  version: '1.0.0',
  manifest: {
    title: 'Weather',
    summary: 'Current weather and daily forecasts up to 16 days for any city in the world.',
    whenToUse: [
      'Someone asks what the weather or the temperature is in a place',
      'Someone asks whether it will rain, snow, or be hot or cold in the coming days',
      'Field work has to be planned around the weather',
    ],
    whenNotToUse: ['Weather of past dates, climate statistics or warnings by an authority'],
    examples: [
      { user: "What's the weather in Berlin?", tool: 'get_current_weather', args: { city: 'Berlin' } },
      {
        user: 'How hot is it in Paris, Texas right now?',
        tool: 'get_current_weather',
        args: { city: 'Paris, Texas' },
      },
      { user: 'Is it raining in London?', tool: 'get_current_weather', args: { city: 'London' } },
      {
        user: 'Will it rain in Nairobi over the next 5 days?',
        tool: 'get_weather_forecast',
        args: { city: 'Nairobi', days: 5 },
      },
      { user: 'Forecast for São Paulo', tool: 'get_weather_forecast', args: { city: 'São Paulo' } },
    ],
    tags: [
      'weather',
      'forecast',
      'temperature',
      'rain',
      'snow',
      'sun',
      'wind',
      'humidity',
      'hot',
      'cold',
      'degrees',
      'umbrella',
    ],
    category: 'information',
    loading: 'on-demand',
    stability: 'stable',
  },
  env: {
    WEATHER_DEFAULT_UNITS: str<Units>({
      choices: ['celsius', 'fahrenheit'],
      default: 'celsius',
      desc: 'Preferred units; temp_c is always Celsius, fahrenheit adds temp_f',
    }),
    WEATHER_GEOCODE_URL: url({
      default: 'https://geocoding-api.open-meteo.com',
      desc: 'Base URL of the Open-Meteo geocoding API',
    }),
    WEATHER_FORECAST_URL: url({
      default: 'https://api.open-meteo.com',
      desc: 'Base URL of the Open-Meteo forecast API',
    }),
  },
  config: z
    .strictObject({
      timeoutMs: z.int().min(50).max(60_000).default(5_000),
      cacheSeconds: z.int().min(0).max(86_400).default(600),
      cacheEntries: z.int().min(1).max(100_000).default(1_000),
    })
    .prefault({}),
  setup({ env, config, clock, logger, signal }) {
    const options = { timeoutMs: config.timeoutMs, clock, logger, signal };
    const geocoder = new Upstream('The geocoding service', env.WEATHER_GEOCODE_URL, options);
    const forecasts = new Upstream('The weather service', env.WEATHER_FORECAST_URL, options);
    const { cacheSeconds, cacheEntries } = config;
    const weather = new Weather({ geocoder, forecasts, clock, cacheSeconds, cacheEntries });
    const units = env.WEATHER_DEFAULT_UNITS;
    return {
      tools: weatherTools(weather, units),
      routes: weatherRoutes(weather, units),
      health: () => {
        const failure = geocoder.lastFailure ?? forecasts.lastFailure;
        return failure === undefined ? { status: 'ok' } : { status: 'degraded', detail: failure };
      },
    };
  },
});
