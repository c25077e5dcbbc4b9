import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOracleApp } from '../app.js';
import { loadConfig } from '../config.js';
import { knownFieldsOnly } from '../kit/index.js';
import { holdOutcome } from '../operations/invoke.js';
import {
  type Clock,
  type Contribution,
  definePlugin,
  OracleError,
  type Plugin,
  type PluginContext,
  type ProvidedService,
  type ToolRuntime,
} from '../plugin/index.js';
import { type LogLine, recordLog } from './recorded-log.js';
import { seedDatabase } from './seed-database.js';
import { testClock } from './test-clock.js';

export interface TestContextOptions {
  /** The plugin's section of `oracle.config.json`. */
  readonly config?: unknown;
  /** The environment; nothing of this process's own gets in. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the plugins that it depends on would provide: `[provide(Files, { ... })]`. */
  readonly services?: readonly ProvidedService[];
  /** Scopes that those plugins declare and this one's operations ask for: `['notes']`. */
  readonly scopes?: readonly string[];
  /** Default: real time. `advance` moves either. */
  readonly clock?: Clock;
}

/** One plugin, set up alone. */
export interface TestContext {
  /** What `setup` was given: database, blobs and keys are real, in a temporary folder. */
  readonly context: PluginContext;
  /** What `setup` gave back. */
  readonly contribution: Contribution;
  /**
   * Calls an operation or a tool as an agent would: its arguments are parsed first, and the answer of an operation is held
   * to its schema, as is what takes it back. The caller is the owner unless `runtime` says otherwise.
   * @throws Error when there is none of that name; else what the schema, the operation or the tool throws
   */
  call(name: string, args: unknown, runtime?: Partial<ToolRuntime>): Promise<unknown>;
  readonly logs: readonly LogLine[];
  /** Lets so many milliseconds pass for the plugin; timers are real and do not notice. */
  advance(ms: number): void;
  /** Disposes the plugin and removes its folder. */
  close(): Promise<void>;
}

/**
 * Runs a plugin's `setup` in the real boot: settings, configuration and manifest are checked, the tables migrated.
 * Nothing listens.
 *
 * @throws OracleError when the boot or `setup` fails
 */
export async function testContext(plugin: Plugin, options: TestContextOptions = {}): Promise<TestContext> {
  const dir = await mkdtemp(join(tmpdir(), `${plugin.name}-`));
  const clock = testClock(options.clock);
  const { logger, lines } = recordLog();
  const seen: { context?: PluginContext; contribution?: Contribution; error?: unknown } = {};
  const watched: Plugin = {
    ...plugin,
    required: true,
    async setup(context) {
      seen.context = context;
      seen.contribution = (await plugin.setup?.(context)) ?? {};
      return seen.contribution;
    },
  };
  const { name, section: key } = plugin;
  const own = key === undefined ? { plugins: { [name]: options.config } } : { [key]: options.config };
  const section = options.config === undefined ? {} : own;
  const remove = () => rm(dir, { recursive: true, force: true });
  try {
    await writeFile(
      join(dir, 'oracle.config.json'),
      JSON.stringify({ name: 'tester', description: '', ...section }),
    );
    const config = loadConfig({ cwd: dir, env: { DATA_DIR: 'data', PORT: '0', ...options.env } });
    if (config.databaseUrl === undefined) await seedDatabase(config.dataDir);
    const app = await createOracleApp({
      config,
      plugins: [...providers(plugin, options), watched],
      logger,
      createIdentity: true,
      clock,
    });
    const { context, contribution } = seen;
    if (context === undefined || contribution === undefined) {
      const { reason } = app.report().find(({ name }) => name === plugin.name) ?? {};
      await app.close(0);
      throw new OracleError('config_invalid', { detail: `'${plugin.name}' was not set up: ${reason}` });
    }
    return {
      context,
      contribution,
      async call(name, args, runtime = {}) {
        const { operations = [], tools = [] } = contribution;
        const named = <T extends { readonly name: string }>(list: readonly T[]) =>
          list.find((candidate) => candidate.name === name);
        const rt = { ...runtimeOf(context), ...runtime };
        const operation = named(operations);
        if (operation !== undefined) {
          const input = knownFieldsOnly(operation.input).parse(args);
          const answer = await operation.run(input, { ...rt, via: 'agent', run: rt });
          holdOutcome(operation, input, answer, operations);
          return answer;
        }
        const tool = named(tools);
        if (tool === undefined) throw new Error(`'${plugin.name}' has no operation or tool '${name}'.`);
        return tool.run(knownFieldsOnly(tool.input).parse(args), rt);
      },
      logs: lines,
      advance: clock.advance,
      async close() {
        await app.close(0);
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** One plugin for each that the services belong to, and for each that is needed and provides none here. */
function providers(
  { name: own, dependsOn = [], softDependsOn = [] }: Plugin,
  { services = [], scopes = [] }: TestContextOptions,
): Plugin[] {
  const names = new Set([...dependsOn, ...services.map(({ token }) => token.provider)]);
  // Any plugin that it depends on may be the one that declares them.
  const [first = softDependsOn[0]] = names;
  if (scopes.length > 0 && first === undefined)
    throw new OracleError('config_invalid', {
      detail: `'${own}' depends on no plugin that could declare the scopes ${scopes.join(', ')}. Declare them in its own \`scopes\``,
    });
  return [...new Set([...names, ...(scopes.length > 0 && first !== undefined ? [first] : [])])].map((name) =>
    definePlugin({
      name,
      version: '0.0.0',
      manifest: { title: name, summary: `Stands in for ${name}.`, whenToUse: ['never'], loading: 'silent' },
      ...(name === first
        ? { scopes: Object.fromEntries(scopes.map((scope) => [scope, `what ${name} says`])) }
        : {}),
      setup: () => ({ services: services.filter(({ token }) => token.provider === name) }),
    }),
  );
}

function runtimeOf({ logger, signal, oracle }: PluginContext): ToolRuntime {
  const id = oracle.did ?? 'owner';
  return {
    principal: { id, did: id, kind: 'owner', name: 'owner', scopes: new Set(['*']) },
    sessionId: 'session',
    runId: 'run',
    toolCallId: 'call',
    via: 'agent',
    signal,
    logger,
    attachments: [],
    metadata: {},
    progress: () => undefined,
    undoable: () => undefined,
    artifact: () => 'artifact',
  };
}
