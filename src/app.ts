import { capabilitiesOf, createAgent, createModels, pluginModels } from './agent/index.js';
import type { OracleApp, OracleAppOptions } from './app-types.js';
import {
  createAuth,
  createManagedKeys,
  createPeople,
  loadIdentity,
  localOwner,
  mintLoginCode,
  warnOfUnknownScopes,
} from './auth/index.js';
import { identityMissing } from './auth/principals/auth-errors.js';
import { bootPlugins } from './boot/index.js';
import { CORE_SCOPES } from './boot/reserved-names.js';
import type { BootResult } from './boot/types.js';
import type { Config } from './config-types.js';
import { type Ground, openGround, readyChecks } from './ground.js';
import { createHttpServer } from './http/index.js';
import { closeServer, type Listening, listenOn } from './http/listen.js';
import { Traffic } from './http/traffic.js';
import { didYouMean } from './kit/nearest-name.js';
import { callOperation, inverseTool, type OperationDeps, withViews } from './operations/index.js';
import { pageUrl } from './page-url.js';
import {
  type AnsweredRequest,
  type Clock,
  OracleError,
  type OracleInfo,
  type PluginContext,
  type RunFigures,
} from './plugin/index.js';
import { createRedactor } from './redact.js';
import { keepRetention } from './retention.js';
import { createConversations } from './runs/conversations.js';
import { createDecisions } from './runs/decisions/decisions.js';
import { createDoAlone } from './runs/do-alone.js';
import type { RunManager } from './runs/run-manager-types.js';
import { shareableSessions } from './runs/shareable-sessions.js';
import { readRestored } from './store/restore-mark.js';
import { VERSION } from './version.js';

/** In production an answer that does not fit its schema is still the better answer. */
const HOLDS_ANSWERS = ['test', 'development'].includes(process.env['NODE_ENV'] ?? '');
/** While plugins are set up. */
const NO_RUNS: RunFigures = {
  active: 0,
  bounded: { seconds: 0, output: 0, arguments: 0, storage: 0, memory: 0, runs: 0 },
};
const SYSTEM_CLOCK: Clock = { now: () => Date.now() };
/** A UCAN of 64 KiB in its header, and 16 KiB for all others. */
const HEADER_BYTES = 80 * 1024;
/** A client that never finishes its headers must not hold a socket for ever; a long upload may take its hours. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 6 * 3_600_000;

/**
 * Wires one oracle: store, identity, plugins, agent, HTTP. Nothing listens until `listen()`; the agent's heavy
 * libraries load right after.
 *
 * @throws OracleError when the configuration, the database or a plugin ends the boot
 */
export async function createOracleApp(options: OracleAppOptions): Promise<OracleApp> {
  const ground = await openGround({ clock: SYSTEM_CLOCK, serves: true, ...options });
  try {
    await ground.store.checkKeys();
    return await wire(options, ground);
  } catch (error) {
    await ground.close();
    throw error;
  }
}

/** Where it is reached, as far as its configuration says. */
function originOf({ publicUrl, host, port }: Config): Pick<OracleInfo, 'origin'> {
  if (publicUrl !== undefined) return { origin: publicUrl };
  const isLocal = ['127.0.0.1', 'localhost', '::1'].includes(host);
  return isLocal && port !== 0 ? { origin: `http://${host === '::1' ? '[::1]' : host}:${port}` } : {};
}

async function wire(
  { config, plugins, proven, unlisted, createIdentity = false }: OracleAppOptions,
  { store, lock, reserve, clock, shutdown, logger, close: closeGround }: Ground,
): Promise<OracleApp> {
  const identity = await loadIdentity({
    dataDir: config.dataDir,
    create: createIdentity,
    ...(config.signingMnemonic === undefined ? {} : { mnemonic: config.signingMnemonic }),
  });
  const restored = await readRestored(config.dataDir);
  const oracle: OracleInfo = Object.freeze({
    name: config.name,
    description: config.description,
    prompt: config.prompt,
    version: VERSION,
    did: identity?.did,
    entityDid: config.entityDid,
    publicUrl: config.publicUrl,
    ...originOf(config),
    network: config.network,
  });
  // A plugin may keep `ctx.models` from its setup on; what the offline planner ranks is known only after the boot.
  let capabilities: ReturnType<typeof capabilitiesOf> = [];
  let hasSources = false;
  const models = createModels(
    config.models,
    () => capabilities,
    () => hasSources,
  );
  const redact = createRedactor(config.env);
  let booted: BootResult | undefined;
  let wired: RunManager | undefined;
  let listening: Listening | undefined;
  const { ucans, dids, principals, linking, shares, authenticator, passkeys, deviceLinks, vigil } =
    createAuth({
      config,
      store,
      identity,
      clock,
      logger,
      shareables: [shareableSessions(store)],
      booted: () => booted,
      port: () => listening?.port ?? config.port,
    });
  const operationDeps: OperationDeps = {
    delegations: ucans.delegations,
    reaches: ucans.reaches,
    logger,
    record: (entry) => store.audit.record(entry),
    holdAnswers: HOLDS_ANSWERS,
  };
  const takeModels = pluginModels(models, () => booted?.middleware ?? []);
  const traffic = new Traffic();
  const boot = await bootPlugins({
    plugins,
    ...(proven && { proven }),
    ...(unlisted && { unlisted }),
    config,
    clock,
    // A plugin's own words may quote a variable that holds a secret.
    log: (line) => logger.info({}, redact(line)),
    migrate: (scope, steps) => store.migrate(scope, steps),
    withViews: (_plugin, contribution) => withViews(contribution, operationDeps),
    contextFor: (plugin, env, section, use) =>
      ({
        oracle,
        env,
        config: section,
        variable: (name: string) => config.env[name],
        logger: logger.child({ plugin: plugin.name }),
        database: { as: () => store.db },
        blobs: store.blobs(plugin.name),
        keys: store.keys(plugin.name),
        get models() {
          return takeModels();
        },
        clock,
        signer: identity,
        restored,
        delegations: ucans.delegations,
        dids,
        conversations: createConversations(plugin.name, { store, clock, runs: () => wired }),
        principals,
        shares,
        runFigures: () => wired?.figures() ?? NO_RUNS,
        serverFigures: () => ({ ...traffic.figures(), pool: store.pool() }),
        onRequest: (heard: (request: AnsweredRequest) => void) => traffic.onRequest(heard),
        doAlone: createDoAlone(plugin.name, { leases: store.leases, logger }),
        signal: shutdown.signal,
        use,
      }) as unknown as PluginContext,
  });
  booted = boot;
  capabilities = capabilitiesOf(boot);
  hasSources = boot.plugins.some(({ contribution }) => (contribution.capabilitySources ?? []).length > 0);
  warnOfUnknownScopes(
    config.externalScopes,
    [...Object.keys(boot.scopes), ...Object.keys(boot.abilities)],
    logger,
  );
  const operations = () =>
    boot.plugins.flatMap(({ plugin, contribution }) =>
      (contribution.operations ?? []).map((operation) => ({ plugin: plugin.name, operation })),
    );
  const inverse = (name: string) => {
    const found = operations().find(({ operation }) => operation.name === name);
    const made = found && inverseTool(found.operation, operationDeps);
    return found && made && { plugin: found.plugin, ...made };
  };
  const decisions = createDecisions({ store, clock, signer: identity, delegations: ucans.delegations });
  const runs = createAgent({
    boot,
    store,
    shares,
    vigil,
    config,
    oracle,
    models,
    logger,
    clock,
    decisions,
    inverse,
  });
  wired = runs;
  const scopes = { ...CORE_SCOPES, ...boot.scopes };
  let state: 'starting' | 'ready' | 'draining' = 'starting';
  const server = createHttpServer(
    {
      config,
      boot,
      runs,
      decisions,
      models,
      store,
      authenticator,
      passkeys,
      deviceLinks,
      delegations: ucans.delegations,
      linking,
      shares,
      vigil,
      traffic,
      people: createPeople({ store, identity, clock, scopes }),
      keys: createManagedKeys({ store, ownerDid: identity?.did, clock, scopes }),
      identity,
      oracle,
      logger,
      clock,
      state: () => state,
      checks: readyChecks(store, runs, reserve),
      reserve,
    },
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, maxHeaderSize: HEADER_BYTES },
  );
  let closing: Promise<void> | undefined;
  let retention: Promise<void> | undefined;

  async function close(graceMs: number): Promise<void> {
    state = 'draining';
    await runs.drain(graceMs);
    await closeServer(server);
    shutdown.abort(new Error('The oracle is shutting down'));
    await retention;
    await boot.dispose();
    await closeGround();
  }

  return {
    config,
    plugins,
    identity,
    store,
    runs,
    report: () => boot.report(),
    health: () => boot.health(),
    operations,
    async call(name, input, confirmed) {
      const found = operations().find(({ operation }) => operation.name === name);
      if (found === undefined) {
        const names = operations().map(({ operation }) => operation.name);
        throw new OracleError('not_found', {
          detail: `There is no operation '${name}'.${didYouMean(name, names)}`,
          hint: 'oracle call lists them.',
        });
      }
      if (identity === undefined) throw identityMissing();
      const signal = shutdown.signal;
      const principal = localOwner(identity);
      return callOperation(found.operation, { input, confirmed, principal, logger, signal }, operationDeps);
    },
    async inspect(how, found) {
      const looked: string[] = [];
      for (const { plugin, contribution } of boot.plugins) {
        if (contribution.inspect === undefined) continue;
        looked.push(plugin.name);
        for await (const fault of contribution.inspect(how)) found(plugin.name, fault);
      }
      return looked;
    },
    async listen(behind) {
      await runs.recover();
      listening = await listenOn(server, config, behind);
      await lock?.announce(listening.url);
      state = 'ready';
      boot.startBackground(shutdown.signal);
      const { retentionDays: days } = config;
      const actor = oracle.did ?? oracle.name;
      retention = keepRetention({ store, clock, logger, days, actor }, shutdown.signal);
      return listening;
    },
    async loginLink() {
      if (identity === undefined || listening === undefined) return undefined;
      const url = await pageUrl({ ...config, port: listening.port });
      return `${url}/#login=${await mintLoginCode(identity, { clock })}`;
    },
    close(graceMs = config.shutdownGraceMs) {
      closing ??= close(graceMs);
      return closing;
    },
  };
}
