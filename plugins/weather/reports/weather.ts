import { abortable, SharedCache } from 'oracle-runtime/kit';
import { type Clock, OracleError } from 'oracle-runtime/plugin';
import {
  type CurrentWeather,
  type ForecastDay,
  fetchCurrent,
  fetchForecast,
  searchPlaces,
} from '../open-meteo/open-meteo.js';
import type { Upstream } from '../open-meteo/upstream.js';
import { type CityQuery, otherReadings, splitCity } from '../places/city.js';
import { choosePlace, describePlace, fold, nearestPlaces, type Place } from '../places/places.js';

export interface WeatherOptions {
  readonly geocoder: Upstream;
  readonly forecasts: Upstream;
  readonly clock: Clock;
  /** How long a weather report is served again. */
  readonly cacheSeconds: number;
  /** Reports and places held at most, each. */
  readonly cacheEntries: number;
}

/** Places do not move; a day lets a corrected gazetteer through. */
const PLACE_TTL_MS = 86_400_000;
/** Results asked for: enough to know the namesakes, more when a qualifier has to pick among them. */
const NAMESAKES = 10;
const QUALIFIED_NAMESAKES = 100;
const SUGGESTIONS = 5;

/** Weather by the name of a city. All waits end when `signal` aborts; what others wait for goes on. */
export class Weather {
  readonly #options: WeatherOptions;
  readonly #places: SharedCache<readonly Place[]>;
  readonly #current: SharedCache<CurrentWeather>;
  readonly #forecasts: SharedCache<readonly ForecastDay[]>;

  constructor(options: WeatherOptions) {
    const { clock, cacheEntries: maxEntries, cacheSeconds } = options;
    this.#options = options;
    this.#places = new SharedCache({ ttlMs: PLACE_TTL_MS, maxEntries, clock });
    this.#current = new SharedCache({ ttlMs: cacheSeconds * 1000, maxEntries, clock });
    this.#forecasts = new SharedCache({ ttlMs: cacheSeconds * 1000, maxEntries, clock });
  }

  /**
   * The weather now.
   * @throws OracleError `not_found` with near matches, `unavailable`, `upstream_failed`.
   */
  async now(
    city: string,
    signal: AbortSignal,
  ): Promise<{ place: Place; label: string; now: CurrentWeather }> {
    const { place, label } = await this.#locate(city, signal);
    const now = await abortable(
      this.#current.get(keyOf(place), () => fetchCurrent(this.#options.forecasts, place)),
      signal,
    );
    return { place, label, now };
  }

  /**
   * The next `days` days (1 to 16), today first.
   * @throws OracleError `not_found` with near matches, `unavailable`, `upstream_failed`.
   */
  async forecast(
    city: string,
    days: number,
    signal: AbortSignal,
  ): Promise<{ place: Place; label: string; days: readonly ForecastDay[] }> {
    const { place, label } = await this.#locate(city, signal);
    const report = await abortable(
      this.#forecasts.get(`${keyOf(place)} ${days}`, () =>
        fetchForecast(this.#options.forecasts, place, days),
      ),
      signal,
    );
    return { place, label, days: report };
  }

  /** The label is the plain name, or the full one when the query had to tell namesakes apart. */
  async #locate(city: string, signal: AbortSignal): Promise<{ place: Place; label: string }> {
    const asked = splitCity(city);
    for (const query of [asked, ...otherReadings(asked)]) {
      const place = choosePlace(query, await this.#search(query, signal));
      if (place === undefined) continue;
      return { place, label: query.qualifiers.length > 0 ? describePlace(place) : place.name };
    }
    throw unknownCity(city, await this.#suggest(asked, signal));
  }

  #search(query: CityQuery, signal: AbortSignal): Promise<readonly Place[]> {
    const count = query.qualifiers.length > 0 ? QUALIFIED_NAMESAKES : NAMESAKES;
    return abortable(
      this.#places.get(`${count} ${fold(query.name)}`, () =>
        searchPlaces(this.#options.geocoder, query.name, count),
      ),
      signal,
    );
  }

  /** Namesakes elsewhere when only the qualifier was wrong, else names that begin alike. */
  async #suggest(asked: CityQuery, signal: AbortSignal): Promise<string[]> {
    const namesakes = asked.qualifiers.length > 0 ? await this.#search(asked, signal) : [];
    if (namesakes.length > 0) return [...new Set(namesakes.map(describePlace))].slice(0, SUGGESTIONS);
    const letters = [...asked.name];
    if (letters.length < 3) return [];
    const prefix = letters.slice(0, Math.max(3, Math.ceil(letters.length * 0.6))).join('');
    const alike = await this.#search({ name: prefix, qualifiers: [] }, signal);
    return nearestPlaces(asked.name, alike, SUGGESTIONS);
  }
}

function unknownCity(city: string, near: readonly string[]): OracleError {
  const found = near.length === 0 ? '' : ` Near matches: ${near.join('; ')}.`;
  return new OracleError('not_found', {
    detail: `No place is known as "${city}".${found}`,
    hint:
      near.length === 0
        ? 'Check the spelling, or name a larger town nearby.'
        : 'Ask again with one of the near matches.',
  });
}

function keyOf(place: Place): string {
  return `${place.latitude.toFixed(3)} ${place.longitude.toFixed(3)}`;
}
