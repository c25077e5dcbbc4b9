import type { Logger } from '../plugin/index.js';
import type { Exchange } from './exchange.js';

/** One line a request, once its connection is done with it: who, what, how it ended. Never the query, which may hold secrets. */
export function logRequest(exchange: Exchange, logger: Logger): void {
  const start = performance.now();
  exchange.onClose(() => {
    const { request, requestId, path, principal, status } = exchange;
    const fields = {
      requestId,
      method: request.method,
      path,
      status,
      ms: Math.round(performance.now() - start),
      ...(principal === undefined ? {} : { principal }),
      ...(exchange.finished ? {} : { torn: true }),
    };
    if (path.startsWith('/health')) logger.debug(fields, 'request');
    else logger.info(fields, 'request');
  });
}
