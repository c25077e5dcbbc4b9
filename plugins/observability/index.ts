import {
  type BackgroundTask,
  bool,
  definePlugin,
  makeValidator,
  num,
  provide,
  str,
  url,
} from 'oracle-runtime/plugin';
import { runCommands } from './commands/index.js';
import { manifest } from './manifest.js';
import { callMetrics } from './metrics/call-metrics.js';
import { metricsRoute } from './metrics/metrics-route.js';
import { processMetrics } from './metrics/process-metrics.js';
import { Registry } from './metrics/registry.js';
import { requestMetrics } from './metrics/request-metrics.js';
import { runMetrics } from './metrics/run-metrics.js';
import { replays } from './replay/replay-middleware.js';
import { Metrics } from './service.js';
import { SpanExporter } from './tracing/exporter.js';
import { runTraces } from './tracing/run-traces.js';
import { parseHeaders, tracesUrl } from './tracing/settings.js';

const headers = makeValidator(parseHeaders);

export default definePlugin({
  name: 'observability',
  version: '1.0.0',
  manifest,
  env: {
    OBSERVABILITY_METRICS_PUBLIC: bool({
      default: false,
      desc: 'Serve GET /metrics without a credential; otherwise it needs the scope `metrics`',
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: url({
      default: undefined,
      desc: 'Collector of traces, such as http://localhost:4318; nothing is traced without it',
    }),
    OTEL_EXPORTER_OTLP_HEADERS: headers({
      default: undefined,
      desc: 'Headers for the collector: key=value, comma-separated',
    }),
    OTEL_EXPORTER_OTLP_TIMEOUT: num({ default: 10_000, desc: 'Milliseconds that the collector may take' }),
    OTEL_SERVICE_NAME: str({
      default: undefined,
      desc: "Name of the service in traces; default: the oracle's",
    }),
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: bool({
      default: false,
      desc: 'Also trace what people, models and tools say',
    }),
  },
  scopes: { metrics: 'read GET /metrics', replay: 'let an answer be given again by another model or prompt' },
  commands: runCommands,
  commandGroup: { name: 'runs', summary: 'answers of before: replay them, hold others to them' },
  setup(ctx) {
    const { env, oracle, logger, clock, conversations, runFigures, serverFigures, onRequest } = ctx;
    const registry = new Registry();
    registry.observed('oracle_info', 'Version of this oracle.', 'gauge', () => [
      [{ version: oracle.version }, 1],
    ]);
    runMetrics(registry, runFigures);
    requestMetrics(registry, onRequest, serverFigures);
    const middleware = [
      callMetrics(registry, logger, clock),
      replays({ oracle, models: () => ctx.models, conversations }),
    ];
    const background: BackgroundTask[] = [];
    const stop = [processMetrics(registry)];
    const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
    if (endpoint !== undefined) {
      const dropped = registry.counter('oracle_spans_dropped_total', 'Spans that no collector took.', []);
      const exporter = new SpanExporter({
        url: tracesUrl(endpoint),
        headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
        service: { name: env.OTEL_SERVICE_NAME ?? oracle.name, version: oracle.version },
        logger,
        onDropped: (spans) => dropped.add({}, spans),
      });
      const content = env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT;
      middleware.push(runTraces({ agent: oracle.name, clock, content, onEnd: (span) => exporter.add(span) }));
      background.push({ name: 'export of traces', run: (signal) => exporter.run(signal) });
      stop.push(() => exporter.flush());
    }
    return {
      middleware,
      routes: [metricsRoute(registry, env.OBSERVABILITY_METRICS_PUBLIC)],
      services: [provide(Metrics, registry)],
      background,
      async dispose() {
        for (const end of stop) await end();
      },
    };
  },
});
