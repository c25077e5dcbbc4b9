import { z } from 'zod';
import type { BootResult, LoadedPlugin } from '../../boot/types.js';
import {
  type AnyRoute,
  type Clock,
  defineRoute,
  type HealthReport,
  OracleError,
  type OracleInfo,
} from '../../plugin/index.js';
import { createRedactor } from '../redact.js';

/** Probes come often and from few addresses. */
const PROBES_PER_MINUTE = 6000;
const PLUGIN_HEALTH_TIMEOUT_MS = 2000;
/** How long an answer of the plugins is reused, so that probes cannot load what the plugins stand on. */
const PLUGIN_HEALTH_TTL_MS = 1000;

const healthStatus = z.enum(['ok', 'degraded', 'down']);
const pluginSchema = z.object({
  name: z.string(),
  version: z.string(),
  state: z.enum(['loaded', 'pending', 'excluded', 'failed']),
  loading: z.enum(['always', 'on-demand', 'silent']),
  reason: z.string().optional(),
  ms: z.number().optional(),
  dependsOn: z.array(z.string()),
  tools: z.array(z.string()),
  routes: z.array(z.string()),
  health: z.object({ status: healthStatus, detail: z.string().optional() }).optional(),
});

export type ProcessState = 'starting' | 'ready' | 'draining';

export interface HealthDeps {
  readonly boot: BootResult;
  readonly oracle: OracleInfo;
  readonly clock: Clock;
  readonly state: () => ProcessState;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Liveness, readiness, and what each plugin says of itself. Public, so nothing here may hold a secret. */
export function healthRoutes({ boot, oracle, clock, state, env }: HealthDeps): AnyRoute[] {
  const redact = createRedactor(env);
  const pluginHealth = reuse(clock, () => askPlugins(boot.plugins, redact));

  return [
    defineRoute({
      method: 'get',
      path: '/health',
      auth: 'public',
      summary: 'Is the process alive',
      responses: {
        200: {
          description: 'It is.',
          schema: z.object({ status: z.literal('ok'), name: z.string(), version: z.string() }),
        },
      },
      rateLimit: PROBES_PER_MINUTE,
      handler: () => ({ status: 'ok', name: oracle.name, version: oracle.version }),
    }),
    defineRoute({
      method: 'get',
      path: '/health/ready',
      auth: 'public',
      summary: 'Does the oracle take requests',
      responses: {
        200: { description: 'It does.', schema: z.object({ status: z.literal('ready') }) },
        503: { description: 'It is starting or draining.' },
      },
      rateLimit: PROBES_PER_MINUTE,
      handler() {
        const now = state();
        if (now === 'ready') return { status: 'ready' };
        throw new OracleError(now === 'starting' ? 'unavailable' : 'shutting_down', {
          detail:
            now === 'starting' ? 'The oracle is starting.' : 'The oracle is draining and takes no new runs.',
          headers: { 'Retry-After': '1' },
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/health/plugins',
      auth: 'public',
      summary: 'State and health of every plugin',
      responses: {
        200: {
          description: 'The boot report, live. `status` is the worst health of a loaded plugin.',
          schema: z.object({ status: healthStatus, plugins: z.array(pluginSchema) }),
        },
      },
      rateLimit: PROBES_PER_MINUTE,
      async handler() {
        const health = await pluginHealth();
        const plugins = boot.report().map((plugin) => ({
          ...plugin,
          ...(plugin.reason === undefined ? {} : { reason: redact(plugin.reason) }),
          ...(plugin.state === 'loaded' && health.has(plugin.name)
            ? { health: health.get(plugin.name) }
            : {}),
        }));
        const statuses = plugins.map((plugin) => plugin.health?.status ?? 'ok');
        const status = statuses.includes('down') ? 'down' : statuses.includes('degraded') ? 'degraded' : 'ok';
        return { status, plugins };
      },
    }),
  ];
}

type HealthByPlugin = ReadonlyMap<string, HealthReport>;

async function askPlugins(
  plugins: readonly LoadedPlugin[],
  redact: (text: string) => string,
): Promise<HealthByPlugin> {
  const asked = plugins.flatMap(({ plugin, contribution }) => {
    const { health } = contribution;
    return health === undefined ? [] : [{ name: plugin.name, health }];
  });
  const answers = await Promise.all(
    asked.map(async ({ name, health }): Promise<[string, HealthReport]> => {
      const { status, detail } = await askOne(health);
      return [name, { status, ...(detail === undefined ? {} : { detail: redact(detail) }) }];
    }),
  );
  return new Map(answers);
}

async function askOne(health: () => HealthReport | Promise<HealthReport>): Promise<HealthReport> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<HealthReport>((resolve) => {
    timer = setTimeout(
      () => resolve({ status: 'down', detail: `did not answer within ${PLUGIN_HEALTH_TIMEOUT_MS} ms` }),
      PLUGIN_HEALTH_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([health(), late]);
  } catch (error) {
    return {
      status: 'down',
      detail: OracleError.isInstance(error) ? error.detail : 'its health check failed',
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Shares one answer between callers until it is a second old. */
function reuse<T>(clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let latest: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return () => {
    if (latest === undefined || clock.now() - latest.at >= PLUGIN_HEALTH_TTL_MS) {
      latest = { at: clock.now(), answer: ask() };
    }
    return latest.answer;
  };
}
