import { type AnyRoute, defineRoute, reply } from 'oracle-runtime/plugin';
import type { Registry } from './registry.js';

/** `GET /metrics` for Prometheus; unless it is public the caller needs the scope `metrics`. */
export function metricsRoute(registry: Registry, isPublic: boolean): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/metrics',
    ...(isPublic ? { auth: 'public' } : { auth: 'any', scope: 'metrics' }),
    summary: 'Metrics in the Prometheus text format',
    responses: {
      200: { description: 'Counters, histograms and gauges', contentType: 'text/plain; version=0.0.4' },
    },
    handler: () =>
      reply({
        headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
        body: registry.render(),
      }),
  });
}
