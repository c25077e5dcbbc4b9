import { isOracleAt, redeemCode } from '../../client/request.js';
import type { Config } from '../../config-types.js';
import { OracleError } from '../../plugin/index.js';
import { holderOf } from '../../store/serving-lock.js';
import { CLI_HINTS } from '../hints.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';
import { localConfig, localUrl, mintLocalCode } from '../local-oracle.js';

/** Which oracle to talk to, and as whom. */
export interface Target {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

export interface TargetOptions {
  readonly url?: string;
  readonly token?: string;
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const stays = async () => undefined;

/**
 * `--url`, else the local oracle if it listens, else one in this process. The credential is `--token` or
 * `ORACLE_TOKEN`, else a login from the local identity, which never leaves this machine.
 * @param log where an oracle in this process says what it warns of
 */
export async function resolveTarget(
  options: TargetOptions,
  host: CliHost,
  io: CliIo,
  log: (line: string) => void = io.stderr,
): Promise<Target> {
  const token = options.token ?? (io.env['ORACLE_TOKEN']?.trim() || undefined);
  if (options.url !== undefined) {
    const url = parseUrl(options.url);
    return { url, token: token ?? (await localToken(url, io)), close: stays };
  }
  const url = await listeningHere(localConfig(io));
  if (url !== undefined) return { url, token: token ?? (await localToken(url, io)), close: stays };
  const oracle = await host.startEphemeral(log);
  try {
    const link = await oracle.app.loginLink();
    const code = link === undefined ? undefined : /#login=(.+)$/.exec(link)?.[1];
    if (code === undefined)
      throw new OracleError('identity_missing', { detail: 'The oracle has no signing identity.' });
    return {
      url: oracle.url,
      token: await redeemCode(oracle.url, code, CLI_HINTS),
      close: () => oracle.close(),
    };
  } catch (error) {
    await oracle.close();
    throw error;
  }
}

/** Where the oracle of this configuration listens: where the process that serves its data directory says, or as configured. */
async function listeningHere(config: Config): Promise<string | undefined> {
  const announced = config.databaseUrl === undefined ? (await holderOf(config.dataDir))?.url : undefined;
  for (const url of new Set([announced, localUrl(config)]))
    if (url !== undefined && (await isOracleAt(url))) return url;
  return undefined;
}

async function localToken(url: string, io: CliIo): Promise<string> {
  if (!LOOPBACK.has(new URL(url).hostname)) {
    throw new OracleError('unauthenticated', {
      detail: `A credential is needed for ${url}.`,
      hint: 'Set ORACLE_TOKEN to a key made there with: oracle keys create --name cli --scope chat',
    });
  }
  return redeemCode(url, await mintLocalCode(localConfig(io)), CLI_HINTS);
}

function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new OracleError('invalid_request', {
      detail: '--url must be an address that starts with http:// or https://.',
      hint: 'Such as --url http://127.0.0.1:3000',
    });
  if (url.username !== '' || url.password !== '')
    throw new OracleError('invalid_request', {
      detail: '--url must not hold a password.',
      hint: 'Give the credential as ORACLE_TOKEN.',
    });
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
