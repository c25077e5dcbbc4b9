import { z } from 'zod';
import {
  type AnyTool,
  type Contribution,
  definePlugin,
  defineTool,
  type Logger,
  OracleError,
  type Plugin,
  type PluginContext,
} from '../../plugin/index.js';
import { type BootInput, bootPlugins } from '../index.js';
import type { Boot } from '../types.js';

/** A plugin with nothing but what the boot needs; tests add what they are about. */
export function testPlugin(name: string, extra: Partial<Plugin> = {}): Plugin {
  const base = definePlugin({
    name,
    version: '1.0.0',
    manifest: { title: name, summary: `Does ${name}.`, whenToUse: [`someone asks for ${name}`] },
  });
  return { ...base, ...extra };
}

export function testTool(name: string, input: z.ZodObject = z.object({ city: z.string() })): AnyTool {
  return defineTool({ name, description: `Runs ${name}`, input, run: (args) => args });
}

/** A plugin whose `setup` returns the contribution. */
export function contributing(name: string, contribution: Contribution, extra: Partial<Plugin> = {}): Plugin {
  return testPlugin(name, { setup: () => contribution, ...extra });
}

const silent: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silent,
};

const contextFor: BootInput['contextFor'] = (_plugin, env, config, use) => {
  const absent = (what: string) => () => {
    throw new Error(`these tests have no ${what}`);
  };
  return {
    oracle: {
      name: 'test',
      description: '',
      version: '0.0.0',
      did: undefined,
      entityDid: undefined,
      publicUrl: undefined,
      network: 'devnet',
    },
    env,
    config,
    variable: () => undefined,
    restored: undefined,
    logger: silent,
    database: { as: absent('database') },
    blobs: {
      put: absent('blobs'),
      get: absent('blobs'),
      open: absent('blobs'),
      stat: absent('blobs'),
      delete: absent('blobs'),
      list: absent('blobs'),
    },
    keys: { get: absent('keys') },
    models: { resolve: absent('models') },
    clock: { now: () => 0 },
    signer: undefined,
    delegations: { find: async () => undefined },
    dids: { methods: [], resolve: absent('DIDs') },
    runFigures: absent('runs'),
    serverFigures: absent('a server'),
    onRequest: absent('a server'),
    doAlone: absent('leases'),
    conversations: {
      has: absent('conversations'),
      open: absent('conversations'),
      send: absent('conversations'),
      follow: absent('conversations'),
      answer: absent('conversations'),
      amend: absent('conversations'),
      readReply: absent('conversations'),
      cancel: absent('conversations'),
    },
    shares: {
      inPlaceOf: absent('shares'),
      withMe: absent('shares'),
      byMe: absent('shares'),
      share: absent('shares'),
      unshare: absent('shares'),
      follow: absent('shares'),
    },
    principals: {
      external: absent('principals'),
      link: absent('principals'),
      withdrawCodes: absent('principals'),
      unlink: absent('principals'),
      admitted: absent('principals'),
    },
    signal: new AbortController().signal,
    use: use as PluginContext['use'],
  };
};

export interface TestBoot {
  readonly lines: string[];
  readonly migrated: string[];
  readonly boot: () => Promise<Boot>;
  /** Boots, expects that to fail, and gives the lines of the error. */
  readonly faults: () => Promise<{ code: string; lines: string[] }>;
}

/** A boot whose log and migrations are recorded; every `setup` takes 3 ms of its clock. */
export function testBoot(
  plugins: readonly Plugin[],
  config: Partial<BootInput['config']> = {},
  overrides: Partial<BootInput> = {},
): TestBoot {
  const lines: string[] = [];
  const migrated: string[] = [];
  let now = 0;
  const boot = () =>
    bootPlugins({
      plugins,
      config: { features: {}, plugins: {}, env: {}, ...config },
      contextFor,
      migrate: async (scope, steps) => {
        migrated.push(...Object.keys(steps).map((step) => `${scope}/${step}`));
      },
      log: (line) => lines.push(line),
      clock: { now: () => (now += 3) },
      ...overrides,
    });
  const faults = async () => {
    const error = await boot().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!OracleError.isInstance(error)) throw new Error(`expected a boot error, got ${String(error)}`);
    return { code: error.code, lines: error.detail.split('\n') };
  };
  return { lines, migrated, boot, faults };
}
