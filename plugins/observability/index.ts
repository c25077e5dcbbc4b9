import { bool, definePlugin } from 'oracle-runtime/plugin';
import { callMetrics } from './call-metrics.js';
import { processMetrics } from './process-metrics.js';
import { Registry } from './registry.js';
import { metricsRoute } from './routes.js';

export default definePlugin({
  name: 'observability',
  version: '1.0.0',
  manifest: {
    title: 'Observability',
    summary:
      'Metrics of model calls, tool calls and the process for Prometheus, and a log line for each call.',
    whenToUse: [],
    category: 'operations',
    loading: 'silent',
    stability: 'stable',
  },
  env: {
    OBSERVABILITY_METRICS_PUBLIC: bool({
      default: false,
      desc: 'Serve GET /metrics without a credential; otherwise it needs the scope `metrics`',
    }),
  },
  scopes: { metrics: 'read GET /metrics' },
  setup({ env, oracle, logger, clock }) {
    const registry = new Registry();
    registry.observed('oracle_info', 'Version of this oracle.', 'gauge', () => [
      [{ version: oracle.version }, 1],
    ]);
    const middleware = [callMetrics(registry, logger, clock)];
    const dispose = processMetrics(registry);
    return { middleware, routes: [metricsRoute(registry, env.OBSERVABILITY_METRICS_PUBLIC)], dispose };
  },
});
