import { isOracleAt } from '../../client/request.js';
import { pageUrl } from '../../page-url.js';
import type { CliIo } from '../io.js';
import { localConfig, localUrl, mintLocalCode } from '../local-oracle.js';

/** `oracle login`: a fresh one-time link, alone on standard output. The code is in the fragment, which no server logs. */
export async function login(io: CliIo): Promise<number> {
  const config = localConfig(io);
  const url = localUrl(config);
  const code = await mintLocalCode(config);
  io.stdout(`${await pageUrl(config)}/#login=${code}\n`);
  io.stderr('Works once, within 10 minutes.\n');
  if (!(await isOracleAt(url))) io.stderr(`No oracle listens at ${url} yet. Start it with: oracle start\n`);
  return 0;
}
