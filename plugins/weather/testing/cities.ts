/** A place of the stand-in, with the weather it always has there. */
export interface StandInCity {
  readonly name: string;
  readonly admin1: string;
  readonly country: string;
  readonly country_code: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly population: number;
  readonly timezone: string;
  /** Current temperature in degrees Celsius and WMO code. */
  readonly temperature: number;
  readonly weatherCode: number;
}

type Row = readonly [
  name: string,
  admin1: string,
  country: string,
  country_code: string,
  latitude: number,
  longitude: number,
  population: number,
  timezone: string,
  temperature: number,
  weatherCode: number,
];

const ROWS: readonly Row[] = [
  ['Berlin', 'State of Berlin', 'Germany', 'DE', 52.52437, 13.41053, 3426354, 'Europe/Berlin', 15.6, 3],
  ['Berlin', 'New Hampshire', 'United States', 'US', 44.46867, -71.18508, 9367, 'America/New_York', 4.1, 71],
  ['Bern', 'Canton of Bern', 'Switzerland', 'CH', 46.94809, 7.44744, 121631, 'Europe/Zurich', 9.4, 45],
  ['Paris', 'Île-de-France Region', 'France', 'FR', 48.85341, 2.3488, 2138551, 'Europe/Paris', 18.2, 0],
  ['Paris', 'Texas', 'United States', 'US', 33.66094, -95.55551, 24782, 'America/Chicago', 31.4, 1],
  [
    'Córdoba',
    'Cordoba',
    'Argentina',
    'AR',
    -31.4135,
    -64.18105,
    1428214,
    'America/Argentina/Cordoba',
    24.9,
    2,
  ],
  ['Córdoba', 'Andalusia', 'Spain', 'ES', 37.89155, -4.77275, 328428, 'Europe/Madrid', 33.5, 0],
  ['London', 'England', 'United Kingdom', 'GB', 51.50853, -0.12574, 8961989, 'Europe/London', 11.8, 61],
  ['London', 'Ontario', 'Canada', 'CA', 42.98339, -81.23304, 422324, 'America/Toronto', -2.5, 73],
  ['Nairobi', 'Nairobi County', 'Kenya', 'KE', -1.28333, 36.81667, 4397073, 'Africa/Nairobi', 22.3, 80],
  ['New York', 'New York', 'United States', 'US', 40.71427, -74.00597, 8804190, 'America/New_York', 7, 2],
  ['São Paulo', 'São Paulo', 'Brazil', 'BR', -23.5475, -46.63611, 12400232, 'America/Sao_Paulo', 26.1, 95],
  ['Springfield', 'Missouri', 'United States', 'US', 37.21533, -93.29824, 169176, 'America/Chicago', 13, 3],
  [
    'Springfield',
    'Illinois',
    'United States',
    'US',
    39.80172,
    -89.64371,
    114394,
    'America/Chicago',
    10.5,
    51,
  ],
  ['Oslo', 'Oslo', 'Norway', 'NO', 59.91273, 10.74609, 697549, 'Europe/Oslo', -6.8, 75],
];

/** Real places and coordinates (GeoNames), invented weather. */
export const STAND_IN_CITIES: readonly StandInCity[] = ROWS.map(
  ([
    name,
    admin1,
    country,
    country_code,
    latitude,
    longitude,
    population,
    timezone,
    temperature,
    weatherCode,
  ]) => ({
    name,
    admin1,
    country,
    country_code,
    latitude,
    longitude,
    population,
    timezone,
    temperature,
    weatherCode,
  }),
);
