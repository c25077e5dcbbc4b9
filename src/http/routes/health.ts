import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Boot, LoadedCapability } from '../../boot/types.js';
import { type AnyRoute, type Clock, defineRoute, OracleError, type OracleInfo } from '../../plugin/index.js';
import { createRedactor } from '../../redact.js';
import { checkReady, type ReadyCheck } from '../readiness.js';

/** Probes come often and from few addresses. */
const PROBES_PER_MINUTE = 6000;
/** How long an answer of the plugins is reused, so that probes cannot load what the plugins stand on. */
const PLUGIN_HEALTH_TTL_MS = 1000;

/** How long a readiness probe waits for what the plugins say of themselves. */
const PLUGINS_SAY_WITHIN_MS = 500;

const degradedSchema = z.object({ plugin: z.string(), detail: z.string().optional() });
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
  capabilities: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      summary: z.string(),
      examples: z.array(z.object({ user: z.string(), reads: z.boolean() })),
    }),
  ),
  health: z.object({ status: healthStatus, detail: z.string().optional() }).optional(),
});

export type ProcessState = 'starting' | 'ready' | 'draining';

export interface HealthDeps {
  readonly boot: Pick<Boot, 'report' | 'health' | 'plugins'>;
  readonly oracle: OracleInfo;
  readonly clock: Clock;
  readonly state: () => ProcessState;
  readonly checks: readonly ReadyCheck[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Liveness, readiness, and what each plugin says of itself. Public, so nothing here may hold a secret. */
export function healthRoutes({ boot, oracle, clock, state, checks, env }: HealthDeps): AnyRoute[] {
  const redact = createRedactor(env);
  const pluginHealth = reuse(clock, () => boot.health());
  const ready = reuse(clock, () => checkReady(checks));
  const offers = new Map(
    boot.plugins.map(({ plugin, capabilities }) => [plugin.name, capabilities.map(offerOf)]),
  );

  /** Plugins that are not well. A probe does not wait for one that takes its time to say so: the next is told. */
  async function degraded() {
    const asked = new AbortController();
    const late = sleep(PLUGINS_SAY_WITHIN_MS, [], { ref: false, signal: asked.signal });
    const all = await Promise.race([pluginHealth(), late]);
    asked.abort();
    late.catch(() => undefined);
    const ill = all.filter(({ status }) => status !== 'ok');
    if (ill.length === 0) return {};
    return {
      degraded: ill.map(({ name, detail }) => ({
        plugin: name,
        ...(detail === undefined ? {} : { detail: redact(detail) }),
      })),
    };
  }

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
        200: {
          description: 'It does; `degraded` names the plugins that cannot do all of theirs, and why.',
          schema: z.object({ status: z.literal('ready'), degraded: z.array(degradedSchema).optional() }),
        },
        503: {
          description: 'It is starting or draining, or something that it needs is away: `errors` says what.',
        },
      },
      rateLimit: PROBES_PER_MINUTE,
      handler() {
        const now = state();
        if (now === 'ready') return ready().then(async () => ({ status: 'ready', ...(await degraded()) }));
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
          description: 'The boot report, live. `status` is the worst health of a plugin.',
          schema: z.object({ status: healthStatus, plugins: z.array(pluginSchema) }),
        },
      },
      rateLimit: PROBES_PER_MINUTE,
      async handler() {
        const health = new Map((await pluginHealth()).map(({ name, ...report }) => [name, report]));
        const redacted = (text: string | undefined, key: 'reason' | 'detail') =>
          text === undefined ? {} : { [key]: redact(text) };
        const plugins = boot.report().map((plugin) => {
          // One that is pending may say what it waits for.
          const known = plugin.state === 'loaded' || plugin.state === 'pending';
          const report = known ? health.get(plugin.name) : undefined;
          return {
            ...plugin,
            ...redacted(plugin.reason, 'reason'),
            capabilities: offers.get(plugin.name) ?? [],
            ...(report === undefined ? {} : { health: { ...report, ...redacted(report.detail, 'detail') } }),
          };
        });
        const statuses = plugins.map((plugin) => plugin.health?.status ?? 'ok');
        const status = statuses.includes('down') ? 'down' : statuses.includes('degraded') ? 'degraded' : 'ok';
        return { status, plugins };
      },
    }),
  ];
}

/** What people are told of a capability, and what they may say to it; `reads` where saying it changes nothing. */
function offerOf({ name, manifest: { title, summary, examples = [] }, tools }: LoadedCapability) {
  const reading = new Set(tools.flatMap((tool) => (tool.effect === 'read' ? [tool.name] : [])));
  return {
    name,
    title,
    summary,
    examples: examples.map(({ user, tool }) => ({ user, reads: tool !== undefined && reading.has(tool) })),
  };
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
