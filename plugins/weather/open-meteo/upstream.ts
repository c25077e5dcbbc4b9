import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf, retryAfterMs, timeLimit } from 'oracle-runtime/kit';
import { type Clock, type Logger, OracleError } from 'oracle-runtime/plugin';
import type { z } from 'zod';

export interface UpstreamOptions {
  /** Milliseconds for one attempt, from the request to the last byte of its answer. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborted when the process shuts down. */
  readonly signal: AbortSignal;
}

/** Largest `Retry-After` that is waited out instead of passed on to the caller. */
const PATIENCE_MS = 1_000;
/** `Retry-After` of our own answer when the service named none. */
const DEFAULT_PAUSE_MS = 30_000;
/** No service that means well asks for a longer silence. */
const LONGEST_PAUSE_MS = 3_600_000;
const MAX_ANSWER_BYTES = 1_000_000;

/** A failed attempt: why, in words, and whether another one may go better. */
class AttemptFailed extends Error {
  constructor(
    readonly why: string,
    readonly transient: boolean,
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(why, options);
  }
}

/**
 * One weather service over HTTP: a timeout for each attempt, one retry when the failure may pass, and silence for
 * as long as a 429 asks for it. Errors never carry the URL: its query holds what a person asked for.
 */
export class Upstream {
  readonly #name: string;
  readonly #base: string;
  readonly #options: UpstreamOptions;
  #silentUntil = 0;
  #lastFailure: string | undefined;

  /** `name` is for people: `The geocoding service`. `base` may end in a path and carry a query. */
  constructor(name: string, base: string, options: UpstreamOptions) {
    this.#name = name;
    this.#base = base;
    this.#options = options;
  }

  /** Why the latest request failed; undefined while all is well. */
  get lastFailure(): string | undefined {
    return this.#lastFailure;
  }

  /**
   * GETs JSON of the given shape.
   * @throws OracleError `unavailable` (503, with `Retry-After`) when the service cannot be reached, is too slow,
   * fails, limits us or answers with something else than that shape; `upstream_failed` (502) when it refuses the
   * request itself.
   */
  async get<T>(path: string, query: Readonly<Record<string, string>>, shape: z.ZodType<T>): Promise<T> {
    const url = endpoint(this.#base, path, query);
    const pause = this.#silentUntil - this.#options.clock.now();
    if (pause > 0) throw this.#unavailable('asked for fewer requests', pause);
    try {
      const value = await this.#attempt(url, shape).catch(async (error: unknown) => {
        if (!(error instanceof AttemptFailed) || !error.transient) throw error;
        if ((error.retryAfterMs ?? 0) > PATIENCE_MS) throw error;
        this.#options.logger.warn(
          { service: this.#name, why: error.why },
          'weather service failed, trying again',
        );
        await sleep(error.retryAfterMs ?? 100 + Math.random() * 200, undefined, {
          signal: this.#options.signal,
        });
        return this.#attempt(url, shape);
      });
      this.#lastFailure = undefined;
      return value;
    } catch (error) {
      if (!(error instanceof AttemptFailed)) throw error;
      this.#lastFailure = `${this.#name} ${error.why}`;
      if (!error.transient) {
        throw new OracleError('upstream_failed', { detail: `${this.#name} ${error.why}.`, cause: error });
      }
      const pauseMs = error.retryAfterMs;
      if (pauseMs !== undefined) this.#silentUntil = this.#options.clock.now() + pauseMs;
      throw this.#unavailable(error.why, pauseMs ?? DEFAULT_PAUSE_MS, error);
    }
  }

  #unavailable(why: string, pauseMs: number, cause?: unknown): OracleError {
    const seconds = Math.max(1, Math.ceil(pauseMs / 1000));
    return new OracleError('unavailable', {
      detail: `${this.#name} ${why}.`,
      hint: `Try again in ${seconds} s.`,
      headers: { 'Retry-After': String(seconds) },
      cause,
    });
  }

  async #attempt<T>(url: URL, shape: z.ZodType<T>): Promise<T> {
    const { timeoutMs, signal, clock } = this.#options;
    const timeout = timeLimit(timeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.any([timeout, signal]),
      });
      text = await readCapped(response);
    } catch (error) {
      if (error instanceof AttemptFailed) throw error;
      signal.throwIfAborted();
      if (timeout.aborted) throw new AttemptFailed(`did not answer within ${timeoutMs} ms`, true);
      throw new AttemptFailed('cannot be reached', true, undefined, { cause: error });
    }
    if (response.status === 429) {
      const wanted = retryAfterMs(response.headers.get('retry-after'), clock.now()) ?? DEFAULT_PAUSE_MS;
      throw new AttemptFailed('asked for fewer requests', true, Math.min(wanted, LONGEST_PAUSE_MS));
    }
    if (response.status >= 500 || response.status === 408) {
      const wanted = retryAfterMs(response.headers.get('retry-after'), clock.now());
      throw new AttemptFailed(
        `failed with HTTP ${response.status}`,
        true,
        wanted && Math.min(wanted, LONGEST_PAUSE_MS),
      );
    }
    if (!response.ok) {
      throw new AttemptFailed(`refused the request with HTTP ${response.status}${reasonIn(text)}`, false);
    }
    const parsed = shape.safeParse(jsonOf(text));
    if (!parsed.success) throw new AttemptFailed('answered with something that is not weather data', true);
    return parsed.data;
  }
}

/** `base` keeps its own path and query (`…/meteo?apikey=…`); a base that already ends in `path` is taken whole. */
function endpoint(base: string, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(base);
  const prefix = url.pathname.replace(/\/+$/, '');
  url.pathname = prefix.endsWith(path) ? prefix : prefix + path;
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  return url;
}

async function readCapped(response: Response): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new AttemptFailed('answered with more than 1 MB', true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Open-Meteo's own words for a refused request: `{ "error": true, "reason": "…" }`. */
function reasonIn(text: string): string {
  const body = jsonOf(text);
  if (typeof body !== 'object' || body === null || !('reason' in body)) return '';
  return typeof body.reason === 'string' ? `: ${body.reason.slice(0, 200)}` : '';
}
