import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'oracle-runtime/plugin';
import { createOracleApp, type OracleApp } from '../../../src/app.js';
import { loadConfig } from '../../../src/config.js';
import { createLogger } from '../../../src/logger.js';
import gateway from '../index.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The JSON body; a wrong turn gives undefined. */
  readonly json: Json;
}

export type Json = { readonly [key: string]: Json } & { readonly [index: number]: Json };

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Keeps connections, where many requests follow each other. */
  readonly agent?: Agent;
}

export interface GatewayApp {
  readonly app: OracleApp;
  readonly url: string;
  /** The path goes out as it is written. */
  ask(path: string, options?: Ask): Promise<Answer>;
  /** Resolves when the plugin is loaded. */
  loaded(): Promise<void>;
  close(): Promise<void>;
}

/** The real oracle with the gateway, on a free port and in a temporary directory. */
export async function startGatewayApp(
  env: Readonly<Record<string, string>>,
  section: unknown = {},
  plugins: readonly Plugin[] = [gateway],
): Promise<GatewayApp> {
  const dir = await mkdtemp(join(tmpdir(), 'gateway-app-'));
  const file = { name: 'test', description: 'A test oracle.', plugins: { gateway: section } };
  await writeFile(join(dir, 'oracle.config.json'), JSON.stringify(file));
  const config = loadConfig({
    cwd: dir,
    env: { DATA_DIR: join(dir, 'data'), PORT: '0', RATE_LIMIT_PER_MINUTE: '1000000', ...env },
  });
  const logger = createLogger({ level: 'silent', format: 'json', write: () => {} });
  const app = await createOracleApp({ config, plugins, logger, createIdentity: true });
  const { url } = await app.listen();
  const ask = (path: string, options: Ask = {}) => askAt(url, path, options);
  return {
    app,
    url,
    ask,
    async loaded() {
      for (let attempt = 0; attempt < 400; attempt++) {
        const { json } = await ask('/health/plugins');
        const report = JSON.stringify(json);
        if (report.includes('"state":"loaded"') && !report.includes('"state":"pending"')) return;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error('the gateway is still pending');
    },
    async close() {
      await app.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** One request, whose path goes out as it is written. */
export function askAt(
  url: string,
  path: string,
  { method = 'GET', headers = {}, agent }: Ask = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers, agent: agent ?? false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          get json() {
            return JSON.parse(text) as Json;
          },
        });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
