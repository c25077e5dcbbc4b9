import type { Plugin } from 'oracle-runtime/plugin';
import { startTestOracle, type TestClient, type TestGrant, type TestOracle } from 'oracle-runtime/testing';
import vfs from '../index.js';

export type { Json, TestAnswer as Answer } from 'oracle-runtime/testing';

/** One kind of caller. Each call with a UCAN mints a token of its own, as the wire demands. */
export type Caller = TestClient['request'];

/** On all files unless `with` says otherwise. */
export interface Grant extends Omit<TestGrant, 'nb'> {
  readonly hidden?: readonly string[] | undefined;
}

export interface VfsApp extends Pick<TestOracle, 'app' | 'url' | 'close'> {
  readonly dataDir: string;
  readonly namespace: string;
  /** Nobody in particular. */
  readonly anyone: Caller;
  /** The owner, or `grant.by`, with a UCAN for exactly this. */
  ucan(grant: Grant): Caller;
  /** A fresh token. */
  token(grant: Grant): Promise<string>;
  /** The token of what `grant.to` may do from now on. */
  delegation(grant: Grant): Promise<string>;
  /** An API key with these scopes. */
  key(...scopes: string[]): Promise<Caller & { readonly secret: string }>;
}

/** An oracle with this plugin. */
export async function startVfsApp(
  section: unknown = {},
  plugins: readonly Plugin[] = [vfs],
  env: Readonly<Record<string, string>> = {},
): Promise<VfsApp> {
  const oracle = await startTestOracle({ plugins, config: { plugins: { vfs: section } }, env });
  const { app, url, close } = oracle;
  const grantOf = ({ hidden, ...grant }: Grant): TestGrant => ({
    with: 'ixo:filesystem',
    ...grant,
    ...(hidden === undefined ? {} : { nb: { hidden } }),
  });
  return {
    app,
    url,
    close,
    dataDir: app.config.dataDir,
    namespace: `user:${app.identity?.did.slice('did:key:'.length)}`,
    anyone: oracle.anyone.request,
    token: (grant) => oracle.token(grantOf(grant)),
    delegation: (grant) => oracle.delegation(grantOf(grant)),
    ucan: (grant) => oracle.ucan(grantOf(grant)).request,
    async key(...scopes) {
      const { request, credential } = oracle.as(scopes);
      const { Authorization = '' } = await credential();
      const caller: Caller = (method, path, call) => request(method, path, call);
      return Object.assign(caller, { secret: Authorization.slice('Bearer '.length) });
    },
  };
}
