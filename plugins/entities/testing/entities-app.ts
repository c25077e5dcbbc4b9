import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'oracle-runtime/plugin';
import { createOracleApp, type OracleApp } from '../../../src/app.js';
import { loadConfig } from '../../../src/config.js';
import { createLogger } from '../../../src/logger.js';
import gateway from '../../gateway/index.js';
import entities from '../index.js';

export interface EntitiesApp {
  readonly app: OracleApp;
  /** The whole answer; the body is JSON. */
  get(
    path: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; headers: Headers; body: unknown }>;
  close(): Promise<void>;
}

export interface EntitiesAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Of `plugins` in oracle.config.json. */
  readonly sections?: Readonly<Record<string, unknown>>;
  readonly more?: readonly Plugin[];
}

/** The real oracle with the gateway and this plugin, on a free port and in a temporary directory. */
export async function startEntitiesApp(options: EntitiesAppOptions = {}): Promise<EntitiesApp> {
  const dir = await mkdtemp(join(tmpdir(), 'entities-app-'));
  const file = { name: 'test', description: 'A test oracle.', plugins: options.sections ?? {} };
  await writeFile(join(dir, 'oracle.config.json'), JSON.stringify(file));
  const config = loadConfig({
    cwd: dir,
    env: { DATA_DIR: join(dir, 'data'), PORT: '0', RATE_LIMIT_PER_MINUTE: '1000000', ...options.env },
  });
  const logger = createLogger({ level: 'silent', format: 'json', write: () => {} });
  const plugins = [gateway, entities, ...(options.more ?? [])];
  const app = await createOracleApp({ config, plugins, logger, createIdentity: true });
  const { url } = await app.listen();
  return {
    app,
    async get(path, headers = {}) {
      const response = await fetch(`${url}${path}`, { headers });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    async close() {
      await app.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
