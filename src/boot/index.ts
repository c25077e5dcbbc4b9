import type { Config } from '../config-types.js';
import type {
  AnyTool,
  Clock,
  Contribution,
  Middleware,
  Migration,
  Plugin,
  PluginContext,
} from '../plugin/index.js';
import { capabilitiesWith } from './capabilities.js';
import { cascadeExclusions } from './cascade-exclusions.js';
import { checkContribution } from './check-contribution.js';
import { checkManifests, checkPluginNames } from './check-manifests.js';
import { checkNames } from './check-names.js';
import { checkSchemas } from './check-schemas.js';
import { checkScopes, checkScopeWords } from './check-scopes.js';
import { checkUtterances } from './check-utterances.js';
import { throwFaults } from './fault.js';
import { gateByEnv } from './gate-by-env.js';
import { orderByDependency } from './order-by-dependency.js';
import { bootLine, buildReport, type Transition } from './report.js';
import { resolveFeatures } from './resolve-features.js';
import { createLifecycle } from './run-lifecycle.js';
import { setupPlugins, type Use } from './setup-plugins.js';
import type { Boot, LoadedPlugin } from './types.js';
import { validateEnv } from './validate-env.js';
import { validateSections } from './validate-sections.js';

/** What the boot reads of the configuration. */
type BootConfig = Pick<Config, 'features' | 'plugins' | 'env'> & Partial<Pick<Config, 'mcpServers'>>;

export interface BootInput {
  readonly plugins: readonly Plugin[];
  /** Those whose schemas and examples a test holds, so that no boot need check them again. */
  readonly proven?: ReadonlySet<Plugin>;
  /** Those that the log tells of only when they do not work. */
  readonly unlisted?: ReadonlySet<Plugin>;
  readonly config: BootConfig;
  contextFor(plugin: Plugin, env: Record<string, unknown>, config: unknown, use: Use): PluginContext;
  migrate(scope: string, steps: Readonly<Record<string, Migration>>): Promise<void>;
  /** Adds the views of a contribution's operations; without it there are none. */
  withViews?(plugin: Plugin, contribution: Contribution): Contribution;
  log(line: string): void;
  readonly clock: Clock;
  /** Milliseconds; defaults: setup 30,000, dispose 5,000, health 2,000. */
  readonly limits?: { readonly setupMs?: number; readonly disposeMs?: number; readonly healthMs?: number };
}

/**
 * Boots the plugins: resolve -> gate -> cascade -> order -> check and validate, all pure, then `setup` in order. The
 * first stage with faults ends the boot with all of that stage's faults.
 * @throws OracleError whose `detail` is one `[boot-error] …` line a fault. What was set up by then is disposed.
 */
export async function bootPlugins(input: BootInput): Promise<Boot> {
  const plan = planBoot(input.plugins, input.config);
  const { outcomes, faults } = await setupPlugins(plan.ordered, {
    features: input.config.features,
    env: plan.env,
    sections: plan.sections,
    contextFor: input.contextFor,
    migrate: input.migrate,
    withViews: input.withViews ?? ((_plugin, contribution) => contribution),
    clock: input.clock,
    setupMs: input.limits?.setupMs ?? 30_000,
  });

  const loaded: LoadedPlugin[] = outcomes.flatMap((outcome) =>
    outcome.state === 'loaded'
      ? [
          {
            plugin: outcome.plugin,
            capabilities: capabilitiesWith(outcome.plugin, outcome.contribution),
            contribution: outcome.contribution,
          },
        ]
      : [],
  );
  const transitions = new Map<string, Transition>();
  for (const { plugin, contribution } of loaded)
    if (contribution.ready !== undefined) transitions.set(plugin.name, { state: 'pending' });
  const lifecycle = createLifecycle(
    loaded.map(({ plugin, contribution }) => ({ name: plugin.name, contribution })),
    transitions,
    input.log,
    { disposeMs: input.limits?.disposeMs ?? 5_000, healthMs: input.limits?.healthMs ?? 2_000 },
  );

  try {
    throwFaults(faults);
    throwFaults([
      ...loaded.flatMap(({ plugin, contribution }) => checkContribution(plugin, contribution)),
      ...loaded.flatMap(({ plugin, contribution }) =>
        input.proven?.has(plugin)
          ? []
          : [...checkSchemas(plugin, contribution), ...checkUtterances(plugin, contribution)],
      ),
      ...checkNames(loaded),
      ...checkScopes(loaded, input.plugins),
    ]);
  } catch (error) {
    await lifecycle.dispose();
    throw error;
  }

  const report = () => buildReport(outcomes, plan.excluded, transitions);
  const unlisted = new Set([...(input.unlisted ?? [])].map(({ name }) => name));
  for (const status of report())
    if (status.state !== 'loaded' || !unlisted.has(status.name)) input.log(bootLine(status));
  return { ...collect(loaded), report, ...lifecycle };
}

/** The stages that touch nothing: which plugins boot, in which order, with which environment and configuration. */
function planBoot(plugins: readonly Plugin[], config: BootConfig) {
  throwFaults(checkPluginNames(plugins));
  const resolved = resolveFeatures(plugins, config.features, config.plugins);
  throwFaults(resolved.faults);
  const gated = gateByEnv(resolved.active, config.env, config.features);
  throwFaults(gated.faults);
  const before = [...resolved.excluded, ...gated.excluded];
  const cascaded = cascadeExclusions(gated.active, before, config.features);
  throwFaults(cascaded.faults);
  const { ordered, faults } = orderByDependency(cascaded.active);
  throwFaults(faults);
  const written = [...checkManifests(ordered), ...checkScopeWords(ordered)];
  // Settings of a plugin that is written wrong may be none.
  const sound = ordered.filter(({ name }) => !written.some(({ field }) => field === name));
  const env = validateEnv(sound, config.env);
  const sections = validateSections(sound, config);
  throwFaults([...written, ...env.faults, ...sections.faults]);
  const excluded = [...before, ...cascaded.excluded];
  return { ordered, excluded, env: env.values, sections: sections.values };
}

function collect(loaded: readonly LoadedPlugin[]) {
  const tools = new Map<string, { plugin: string; tool: AnyTool }>();
  for (const { plugin, contribution } of loaded)
    for (const tool of contribution.tools ?? []) tools.set(tool.name, { plugin: plugin.name, tool });
  return {
    plugins: loaded,
    tools,
    routes: loaded.flatMap(({ plugin, contribution }) =>
      (contribution.routes ?? []).map((route) => ({ plugin: plugin.name, route })),
    ),
    middleware: inOrder(loaded.flatMap(({ contribution }) => contribution.middleware ?? [])),
    promptSections: loaded.flatMap(({ contribution }) => contribution.promptSections ?? []),
    audits: loaded.flatMap(({ plugin, contribution }) =>
      contribution.audit === undefined ? [] : [{ name: plugin.name, source: contribution.audit }],
    ),
    abilities: Object.assign({}, ...loaded.map(({ plugin }) => plugin.abilities ?? {})),
    resources: loaded.flatMap(({ plugin }) => plugin.resources ?? []),
    scopes: Object.assign({}, ...loaded.map(({ plugin }) => plugin.scopes ?? {})),
    didDocuments: loaded.flatMap(({ contribution }) => contribution.didDocuments ?? []),
  };
}

/** In dependency order, those that are to stand outside of all others first. */
function inOrder(middleware: readonly Middleware[]): readonly Middleware[] {
  const isOuter = ({ outermost }: Middleware) => outermost === true;
  return [...middleware.filter(isOuter), ...middleware.filter((each) => !isOuter(each))];
}
