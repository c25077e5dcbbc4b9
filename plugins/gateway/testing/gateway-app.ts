import { type Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Plugin } from 'oracle-runtime/plugin';
import { type Json, startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import gateway from '../index.js';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The JSON body; a wrong turn gives undefined. */
  readonly json: Json;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Address that the request comes from. */
  readonly from?: string;
  /** Keeps connections, where many requests follow each other. */
  readonly agent?: Agent;
}

export interface GatewayApp extends Pick<TestOracle, 'app' | 'url' | 'as' | 'ucan' | 'close'> {
  /** The path goes out as it is written. */
  ask(path: string, options?: Ask): Promise<Answer>;
  /** Resolves when the plugin is loaded. */
  loaded(): Promise<void>;
}

/** An oracle with the gateway. */
export async function startGatewayApp(
  env: Readonly<Record<string, string>>,
  section: unknown = {},
  plugins: readonly Plugin[] = [gateway],
): Promise<GatewayApp> {
  const config = { plugins: { gateway: section } };
  const { app, url, as, ucan, close } = await startTestOracle({ plugins, config, env });
  const ask = (path: string, options: Ask = {}) => askAt(url, path, options);
  return {
    app,
    url,
    as,
    ucan,
    close,
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
  };
}

/** One request, whose path goes out as it is written. */
export function askAt(
  url: string,
  path: string,
  { method = 'GET', headers = {}, from: localAddress, agent }: Ask = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const target = { hostname, port, path, ...(localAddress === undefined ? {} : { localAddress }) };
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ ...target, method, headers, agent: agent ?? false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
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
