import type { Plugin } from 'oracle-runtime/plugin';
import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import gateway from '../../gateway/index.js';
import entities from '../index.js';

export interface EntitiesApp extends Pick<TestOracle, 'app' | 'as' | 'close'> {
  /** The whole answer; the body is JSON. */
  get(
    path: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; headers: Headers; body: unknown }>;
}

export interface EntitiesAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Of `plugins` in oracle.config.json. */
  readonly sections?: Readonly<Record<string, unknown>>;
  readonly more?: readonly Plugin[];
}

/** An oracle with the gateway and this plugin. */
export async function startEntitiesApp(options: EntitiesAppOptions = {}): Promise<EntitiesApp> {
  const { env = {}, sections = {}, more = [] } = options;
  const { app, as, anyone, close } = await startTestOracle({
    plugins: [gateway, entities, ...more],
    config: { plugins: sections },
    env,
  });
  return {
    app,
    as,
    close,
    async get(path, headers) {
      const { status, headers: got, json } = await anyone.get(path, headers);
      return { status, headers: got, body: json };
    },
  };
}
