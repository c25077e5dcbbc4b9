import type { Request, Response } from 'express';
import type { Logger } from '../plugin/index.js';
import { requestIdOf } from './request-id.js';

/** One line a request, once its connection is done with it: who, what, how it ended. Never the query, which may hold secrets. */
export function logRequest(request: Request, response: Response, logger: Logger): void {
  const start = performance.now();
  const { method, path } = request;
  response.once('close', () => {
    const principal: string | undefined = response.locals['principal'];
    const fields = {
      requestId: requestIdOf(response),
      method,
      path,
      status: response.statusCode,
      ms: Math.round(performance.now() - start),
      ...(principal === undefined ? {} : { principal }),
      ...(response.writableFinished ? {} : { torn: true }),
    };
    if (path.startsWith('/health')) logger.debug(fields, 'request');
    else logger.info(fields, 'request');
  });
}
