/** The product's app with all that it ships, in front of the chain node of CHAIN_GRPC_URL. */
import { shippedPlugins } from '../../plugins/index.js';
import { createOracleApp } from '../../src/app.js';
import { batchLines } from '../../src/batch-lines.js';
import { loadConfig } from '../../src/config.js';
import { createLogger } from '../../src/logger.js';

async function main(): Promise<void> {
  const app = await createOracleApp({
    config: loadConfig({ cwd: process.argv[2] ?? '.' }),
    plugins: shippedPlugins,
    logger: createLogger({
      level: 'info',
      format: 'json',
      write: batchLines((lines) => void process.stdout.write(lines)),
    }),
    createIdentity: true,
  });
  const { url } = await app.listen();
  process.on('disconnect', () => process.exit(0));
  process.send?.({ url });
}

await main();
