import type { AnsweredRequest, Logger, ServerFigures } from '../plugin/index.js';
import type { Exchange } from './exchange.js';

type Heard = (request: AnsweredRequest) => void;

/** The requests of this process: those that are open, and who hears of each that is over. */
export class Traffic {
  readonly #open = new Set<Exchange>();
  readonly #listeners: Heard[] = [];

  /** Hears of every request from now on. */
  onRequest(heard: Heard): void {
    this.#listeners.push(heard);
  }

  figures(): Pick<ServerFigures, 'requests' | 'streams'> {
    return {
      requests: this.#open.size,
      streams: [...this.#open].filter(({ isStream }) => isStream).length,
    };
  }

  /**
   * One line a request, once its connection is done with it: who, from where, what, how it ended. Never the query, which
   * may hold secrets.
   * @param shown a path as a log may have it
   */
  follow(exchange: Exchange, from: string, logger: Logger, shown: (path: string) => string): void {
    const start = performance.now();
    this.#open.add(exchange);
    exchange.onClose(() => {
      this.#open.delete(exchange);
      const { request, requestId, path, principal, status, route, isStream } = exchange;
      const { method = '' } = request;
      const ms = performance.now() - start;
      const fields = {
        requestId,
        method,
        path: shown(path),
        status,
        ms: Math.round(ms),
        from,
        ...(principal === undefined ? {} : { principal }),
        ...(exchange.finished ? {} : { torn: true }),
      };
      if (path.startsWith('/health')) logger.debug(fields, 'request');
      else logger.info(fields, 'request');
      for (const heard of this.#listeners) heard({ method, route, status, seconds: ms / 1000, isStream });
    });
  }
}
