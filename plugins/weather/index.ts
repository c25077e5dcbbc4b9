import { definePlugin, str, url } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { Preferences } from '../user-preferences/service.js';
import { manifest } from './manifest.js';
import { Upstream } from './open-meteo/upstream.js';
import { currentWeatherOperation } from './operations/current-weather.js';
import { forecastOperation } from './operations/forecast.js';
import { type Units, unitsOf } from './reports/temperature.js';
import { Weather } from './reports/weather.js';

export default definePlugin({
  name: 'weather',
  version: '1.0.0',
  manifest,
  env: {
    WEATHER_DEFAULT_UNITS: str<Units>({
      choices: ['celsius', 'fahrenheit'],
      default: 'celsius',
      desc: 'Units of whoever prefers none; temp_c is always Celsius, fahrenheit adds temp_f',
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
  softDependsOn: ['user-preferences'],
  config: z
    .strictObject({
      timeoutMs: z.int().min(50).max(60_000).default(5_000),
      cacheSeconds: z.int().min(0).max(86_400).default(600),
      cacheEntries: z.int().min(1).max(100_000).default(1_000),
    })
    .prefault({}),
  setup({ env, config, clock, logger, signal, use }) {
    const options = { timeoutMs: config.timeoutMs, clock, logger, signal };
    const geocoder = new Upstream('The geocoding service', env.WEATHER_GEOCODE_URL, options);
    const forecasts = new Upstream('The weather service', env.WEATHER_FORECAST_URL, options);
    const { cacheSeconds, cacheEntries } = config;
    const weather = new Weather({ geocoder, forecasts, clock, cacheSeconds, cacheEntries });
    const units = unitsOf(use(Preferences), env.WEATHER_DEFAULT_UNITS);
    return {
      operations: [currentWeatherOperation(weather, units), forecastOperation(weather, units)],
      health: () => {
        const failure = geocoder.lastFailure ?? forecasts.lastFailure;
        return failure === undefined ? { status: 'ok' } : { status: 'degraded', detail: failure };
      },
    };
  },
});
