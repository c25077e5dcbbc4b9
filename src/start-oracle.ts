import type { OracleApp } from './app-types.js';
import { batchLines } from './batch-lines.js';
import { loadConfig } from './config.js';
import type { Config } from './config-types.js';
import { DOOR_VARIABLE } from './http/listen.js';
import { byNpm, whenParentGone } from './parent-gone.js';
import type { Logger } from './plugin/index.js';
import { createApp, loggerFor } from './shipped-app.js';
import { VERSION } from './version.js';

const STDOUT = batchLines((lines) => void process.stdout.write(lines));

/**
 * First signal: drain and exit 0. Second signal: exit now.
 * @returns what to do when the process that started this one is gone: drain as well
 */
function drainOnSignals(app: OracleApp, logger: Logger): () => void {
  let drainingSince: number | undefined;
  const drain = (reason: Readonly<Record<string, unknown>>) => {
    drainingSince = performance.now();
    logger.info(reason, 'draining');
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (drainingSince === undefined) drain({ signal });
      else if (!byNpm() || performance.now() - drainingSince > ONE_PRESS_MS) process.exit(130);
    });
  }
  // A closed terminal ends what was started in it. A service has none: what is left of the signal is its old meaning.
  process.on('SIGHUP', () => {
    if (drainingSince !== undefined) return;
    if (process.stdin.isTTY || process.stdout.isTTY) drain({ signal: 'SIGHUP' });
    else logger.info({ signal: 'SIGHUP' }, 'going on; settings are read at the start');
  });
  return () => drainingSince ?? drain({ parent: 'gone' });
}

/** Ctrl-C reaches a whole process group, and npm passes on what it gets as well: two signals of one press. */
const ONE_PRESS_MS = 300;
/** Whoever read the output (a terminal, a collector of logs) may go: the oracle goes on. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error');
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }
}

export interface StartOptions {
  /** Default: `.env` and `oracle.config.json` of the working directory. */
  readonly config?: Config;
  /** Make a signing identity when there is none. Default false. */
  readonly createIdentity?: boolean;
}

/**
 * Boots an oracle with all that ships and its own plugins, and listens until a signal ends it. It takes the process: its
 * signals, its output and its exit code.
 * @throws OracleError as `loadConfig` and `createOracleApp`; `already_serving`; `port_in_use`
 */
export async function startOracle({
  config = loadConfig(),
  createIdentity = false,
}: StartOptions = {}): Promise<void> {
  outliveReaders();
  // Until it serves there is nothing to drain.
  let onGone: () => void = () => process.exit(0);
  whenParentGone(() => onGone());
  const logger = await loggerFor(config, STDOUT);
  process.on('unhandledRejection', (reason) => logger.error({ err: reason }, 'unhandled rejection'));
  const app = await createApp(config, logger, { createIdentity });
  onGone = drainOnSignals(app, logger);
  const { port, own, url } = await app.listen(doorOfParent()).catch(async (error: unknown) => {
    // What the start holds, its data directory and the channel to `npm start`, would keep the process alive.
    process.channel?.unref();
    await app.close().catch((fault: unknown) => logger.error({ err: fault }, 'shutdown failed'));
    throw error;
  });
  logger.info({}, `Oracle '${config.name}' (runtime v${VERSION}) listening on :${port}`);
  process.send?.({ listening: own });
  STDOUT(await openingWords(app, url));
  STDOUT(`  Try    curl ${url}/health/plugins\n  Chat   npx oracle --chat\n\n`);
}

/** The port that `oracle dev` holds while it starts one process after the other behind it. */
function doorOfParent(): number | undefined {
  const port = process.env[DOOR_VARIABLE];
  return port === undefined || process.channel === undefined ? undefined : Number(port);
}

/** How to sign in. The link signs its bearer in, so it goes to a terminal alone: all else is kept by somebody as a log. */
async function openingWords(app: OracleApp, url: string): Promise<string> {
  if (app.identity === undefined)
    return 'No signing identity: authenticated requests answer 401. Set SIGNING_MNEMONIC, or start once with `oracle start --create-identity` (`npm start` in a clone) to create one.\n';
  if (!process.stdout.isTTY)
    return `\n  Open   ${url}/\n         (npx oracle login prints a link that signs you in)\n`;
  return `\n  Open   ${await app.loginLink()}\n         (signs you in; works once, within 10 minutes)\n`;
}
