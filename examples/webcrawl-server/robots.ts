import { FetchRefused, type GuardedFetchOptions, guardedFetch, Lru, timeLimit } from 'oracle-runtime/kit';
import robotsParser, { type Robot } from 'robots-parser';
import { Refusal } from './refusal.js';

/** Its types speak of a default that the module, being CommonJS, is itself. */
const parseRobots = robotsParser as unknown as (url: string, text: string) => Robot;

const REMEMBERED = 500;
const REMEMBER_MS = 10 * 60_000;
const MOST_BYTES = 512 * 1024;
const TIMEOUT_MS = 5_000;

/** What sites ask of crawlers (RFC 9309), read through the same guard as their pages. */
export class Robots {
  readonly #agent: string;
  readonly #guard: Pick<GuardedFetchOptions, 'trusted' | 'lookup'>;
  readonly #known = new Lru<{ readonly until: number; readonly rules: Promise<Robot> }>(REMEMBERED);

  constructor(agent: string, guard: Pick<GuardedFetchOptions, 'trusted' | 'lookup'>) {
    this.#agent = agent;
    this.#guard = guard;
  }

  /** @throws Refusal where the site does not want it, FetchRefused where the guard does not */
  async check(url: URL): Promise<void> {
    const known = this.#known.get(url.origin);
    const rules = known !== undefined && Date.now() < known.until ? known.rules : this.#read(url);
    if (rules !== known?.rules) this.#known.set(url.origin, { until: Date.now() + REMEMBER_MS, rules });
    if ((await rules).isAllowed(url.href, this.#agent) === false)
      throw new Refusal(`${url.host} asks in its robots.txt not to be read by programs.`);
  }

  async #read({ origin }: URL): Promise<Robot> {
    const place = new URL('/robots.txt', origin);
    const { status, body } = await guardedFetch(place, {
      ...this.#guard,
      signal: timeLimit(TIMEOUT_MS),
      maxBytes: MOST_BYTES,
      redirects: 5,
      headers: { 'User-Agent': this.#agent },
    }).catch((error: unknown) => {
      this.#known.delete(origin);
      const isOfTheFile =
        error instanceof FetchRefused && ['size', 'redirects', 'answer'].includes(error.reason);
      throw isOfTheFile
        ? new Refusal(`The robots.txt of ${place.host} cannot be read: ${error.message}.`)
        : error;
    });
    // Without such a file all is allowed; where it cannot be served, nothing is.
    const isAway = status >= 500 || status === 429;
    const text = status === 200 ? body.toString('utf8') : isAway ? 'User-agent: *\nDisallow: /' : '';
    return parseRobots(place.href, text);
  }
}
