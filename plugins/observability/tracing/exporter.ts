import { setTimeout as pause } from 'node:timers/promises';
import { errorCode, messageOf, retryAfterMs, timeLimit } from 'oracle-runtime/kit';
import type { Logger } from 'oracle-runtime/plugin';
import { exportRequest, type TracedService } from './otlp-json.js';
import type { Span } from './span.js';

export interface ExporterOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly service: TracedService;
  readonly logger: Logger;
  /** Hears of spans that nobody will ever see. */
  onDropped(spans: number): void;
}

/** Spans of one request, and those that wait at most for the next. */
const BATCH = 512;
const QUEUE = 4_096;
const EVERY_MS = 5_000;
/** Statuses after which the specification of OTLP allows another try. */
const MAY_PASS = new Set([429, 502, 503, 504]);
const MOST_TRIES = 3;

/**
 * Hands spans to a collector over OTLP/HTTP, in the background: no run waits for it. While the collector is away the newest
 * spans are dropped and counted once the queue is full.
 */
export class SpanExporter {
  readonly #options: ExporterOptions;
  readonly #queue: Span[] = [];
  #failing = false;

  constructor(options: ExporterOptions) {
    this.#options = options;
  }

  add(span: Span): void {
    if (this.#queue.length >= QUEUE) this.#options.onDropped(1);
    else this.#queue.push(span);
  }

  /** Sends what has gathered, every five seconds, and what is left at the end. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      await this.flush(signal);
    }
  }

  /** Sends all that has gathered. Does not throw. */
  async flush(signal?: AbortSignal): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, BATCH);
      if (await this.#send(batch, signal)) continue;
      this.#options.onDropped(batch.length);
      return;
    }
  }

  async #send(spans: readonly Span[], signal: AbortSignal | undefined): Promise<boolean> {
    const { url, headers, timeoutMs, service, logger } = this.#options;
    const body = JSON.stringify(exportRequest(service, spans));
    let why = '';
    for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
      let wait = 500 * 2 ** attempt;
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body,
          redirect: 'error',
          signal: timeLimit(timeoutMs),
        });
        await response.body?.cancel();
        if (response.ok) {
          if (this.#failing) logger.info({ spans: spans.length }, 'the collector of traces is back');
          this.#failing = false;
          return true;
        }
        why = `it answered ${response.status}`;
        if (!MAY_PASS.has(response.status)) break;
        wait = Math.min(30_000, retryAfterMs(response.headers.get('retry-after'), Date.now()) ?? wait);
      } catch (error) {
        why = reasonOf(error);
      }
      // At the end there is no time for another try.
      if (signal === undefined || signal.aborted || attempt === MOST_TRIES) break;
      await pause(wait, undefined, { signal, ref: false }).catch(() => undefined);
    }
    if (!this.#failing) logger.warn({ why, dropped: spans.length }, 'the collector of traces takes no spans');
    this.#failing = true;
    return false;
  }
}

/** `fetch` says only that it failed; why stands in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? messageOf(error) : (errorCode(cause) ?? messageOf(cause));
}
