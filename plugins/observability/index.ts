import { bool, definePlugin, provide } from 'oracle-runtime/plugin';
import { manifest } from './manifest.js';
import { callMetrics } from './metrics/call-metrics.js';
import { metricsRoute } from './metrics/metrics-route.js';
import { processMetrics } from './metrics/process-metrics.js';
import { Registry } from './metrics/registry.js';
import { requestMetrics } from './metrics/request-metrics.js';
import { runMetrics } from './metrics/run-metrics.js';
import { Metrics } from './service.js';

export default definePlugin({
  name: 'observability',
  version: '1.0.0',
  manifest,
  env: {
    OBSERVABILITY_METRICS_PUBLIC: bool({
      default: false,
      desc: 'Serve GET /metrics without a credential; otherwise it needs the scope `metrics`',
    }),
  },
  scopes: { metrics: 'read GET /metrics' },
  setup({ env, oracle, logger, clock, runFigures, serverFigures, onRequest }) {
    const registry = new Registry();
    registry.observed('oracle_info', 'Version of this oracle.', 'gauge', () => [
      [{ version: oracle.version }, 1],
    ]);
    runMetrics(registry, runFigures);
    requestMetrics(registry, onRequest, serverFigures);
    const middleware = [callMetrics(registry, logger, clock)];
    const dispose = processMetrics(registry);
    return {
      middleware,
      routes: [metricsRoute(registry, env.OBSERVABILITY_METRICS_PUBLIC)],
      services: [provide(Metrics, registry)],
      dispose,
    };
  },
});
