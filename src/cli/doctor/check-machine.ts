import { constants, existsSync } from 'node:fs';
import { access, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { isOracleAt } from '../../client/request.js';
import type { Config } from '../../config-types.js';
import { errorCode } from '../../kit/index.js';
import { localUrl } from '../local-oracle.js';
import { type Finding, fail, ok } from './finding.js';

/** What `engines` in package.json asks for. */
const LEAST_NODE = [20, 12] as const;

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [leastMajor, leastMinor] = LEAST_NODE;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
    ? ok('node', version)
    : fail('node', `${version} is too old`, `Install Node ${leastMajor}.${leastMinor} or newer`);
}

/** Tries to make something in the data directory, or looks whether it could be made. Leaves nothing behind. */
export async function checkDataDir({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> {
  const mend = 'Give this user the right to write there, or set DATA_DIR to another directory';
  try {
    if (!existsSync(dataDir)) {
      let parent = dirname(dataDir);
      while (!existsSync(parent)) parent = dirname(parent);
      await access(parent, constants.W_OK);
      return ok('data', `${dataDir} will be made on the first start`);
    }
    if (!(await stat(dataDir)).isDirectory())
      return fail('data', `${dataDir} is no directory`, 'Set DATA_DIR to a directory');
    await rmdir(await mkdtemp(join(dataDir, '.doctor-')));
    return ok('data', dataDir);
  } catch (error) {
    return fail('data', `${dataDir} cannot be written (${errorCode(error) ?? 'unknown'})`, mend);
  }
}

/** The port must be free, unless it is an oracle that holds it. */
export async function checkPort(config: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  const { host, port } = config;
  const code = await tryListen(host, port);
  if (code === undefined) return ok('port', `${port} on ${host} is free`);
  if (code === 'EADDRINUSE' && (await isOracleAt(localUrl(config))))
    return ok('port', `an oracle listens at ${localUrl(config)}`);
  return code === 'EADDRINUSE'
    ? fail('port', `${port} on ${host} is taken by another program`, 'End it, or set PORT to another number')
    : fail(
        'port',
        `${host}:${port} cannot be opened (${code})`,
        'Set HOST to an address of this machine and PORT to a number above 1023',
      );
}

function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(errorCode(error) ?? 'unknown'));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
