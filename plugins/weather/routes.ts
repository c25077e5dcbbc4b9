import { type AnyRoute, defineRoute } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { cityField } from './city.js';
import { nowReport, nowSchema } from './report.js';
import type { Units } from './temperature.js';
import type { Weather } from './weather.js';

/** `GET /weather/now?city=Berlin`, open to anyone. */
export function weatherRoutes(weather: Weather, units: Units): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/weather/now',
      auth: 'public',
      summary: 'Current weather of a city',
      description: 'Reports are served again for some minutes; data by Open-Meteo (CC BY 4.0).',
      request: { query: z.object({ city: cityField }) },
      responses: {
        200: { description: 'The weather now', schema: nowSchema },
        400: { description: '`city` is missing, empty or no name of a place' },
        404: { description: 'No such place; the detail names near matches' },
        502: { description: 'The weather service refused the request' },
        503: { description: 'The weather service is down or limits us; see `Retry-After`' },
      },
      handler: async ({ query, signal }) => nowReport(await weather.now(query.city, signal), units),
    }),
  ];
}
