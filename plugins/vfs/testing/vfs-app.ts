import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'oracle-runtime/plugin';
import { createOracleApp, type OracleApp } from '../../../src/app.js';
import { invoke } from '../../../src/auth/ucan/issue.js';
import { loadConfig } from '../../../src/config.js';
import { createLogger } from '../../../src/logger.js';
import vfs from '../index.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** The JSON body. */
  readonly json: Json;
}

/** JSON from the wire; a wrong turn gives undefined. */
export type Json = { readonly [key: string]: Json } & { readonly [index: number]: Json } & readonly Json[];

export interface Call {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One kind of caller. Each call with a UCAN mints a token of its own, as the wire demands. */
export type Caller = (method: string, path: string, call?: Call) => Promise<Answer>;

export interface Grant {
  readonly can: string;
  /** Default: all of the owner's files. */
  readonly with?: string;
  readonly hidden?: readonly string[];
}

export interface VfsApp {
  readonly app: OracleApp;
  readonly url: string;
  readonly dataDir: string;
  readonly namespace: string;
  /** Nobody in particular. */
  readonly anyone: Caller;
  /** The owner, with a UCAN for exactly this. */
  ucan(grant: Grant): Caller;
  /** A fresh token. */
  token(grant: Grant): Promise<string>;
  /** An API key with these scopes. */
  key(...scopes: string[]): Promise<Caller & { readonly secret: string }>;
  close(): Promise<void>;
}

/** The real oracle with this plugin, on a free port and in a temporary directory. */
export async function startVfsApp(
  section: unknown = {},
  plugins: readonly Plugin[] = [vfs],
  env: Readonly<Record<string, string>> = {},
): Promise<VfsApp> {
  const dir = await mkdtemp(join(tmpdir(), 'vfs-app-'));
  const file = { name: 'test', description: 'A test oracle.', plugins: { vfs: section } };
  await writeFile(join(dir, 'oracle.config.json'), JSON.stringify(file));
  const dataDir = join(dir, 'data');
  const config = loadConfig({
    cwd: dir,
    env: { DATA_DIR: dataDir, PORT: '0', RATE_LIMIT_PER_MINUTE: '1000000', ...env },
  });
  const logger = createLogger({ level: 'silent', format: 'json', write: () => {} });
  const app = await createOracleApp({ config, plugins, logger, createIdentity: true });
  const { url } = await app.listen();
  const { identity } = app;
  if (identity === undefined) throw new Error('no identity');
  const clock = { now: () => Date.now() };

  const call = async (
    method: string,
    path: string,
    { body, headers = {} }: Call,
    credential: Record<string, string>,
  ): Promise<Answer> => {
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(url + path, {
      method,
      headers: { ...credential, ...(raw ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text: bytes.toString('utf8'),
      get json() {
        return JSON.parse(bytes.toString('utf8')) as Json;
      },
    };
  };

  const token = async ({ can, with: resource = 'ixo:filesystem', hidden }: Grant) => {
    const nb = hidden === undefined ? {} : { nb: { hidden } };
    const capability = { can, with: resource, ...nb } as Parameters<typeof invoke>[0]['capability'];
    return (await invoke({ issuer: identity, audience: identity.did, capability, clock })).token;
  };

  return {
    app,
    url,
    dataDir,
    namespace: `user:${identity.did.slice('did:key:'.length)}`,
    anyone: (method, path, request = {}) => call(method, path, request, {}),
    token,
    ucan:
      (grant) =>
      async (method, path, request = {}) =>
        call(method, path, request, {
          Authorization: `Bearer ${await token(grant)}`,
          'X-Auth-Type': 'ucan',
        }),
    async key(...scopes) {
      const { secret } = await app.store.apiKeys.create({ name: `k-${scopes.join('-')}`, scopes });
      const caller: Caller = (method, path, request = {}) =>
        call(method, path, request, { Authorization: `Bearer ${secret}` });
      return Object.assign(caller, { secret });
    },
    async close() {
      await app.close(0);
      await rm(dir, { recursive: true, force: true });
    },
  };
}
