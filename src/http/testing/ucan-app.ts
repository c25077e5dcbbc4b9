import { filesResource } from '../../../plugins/vfs/access/files-resource.js';
import { delegate, invoke } from '../../auth/ucan/issue.js';
import { writeToken } from '../../auth/ucan/token.js';
import type { Ucan } from '../../auth/ucan/ucan.js';
import { definePlugin, defineRoute, type PluginContext, type Signer } from '../../plugin/index.js';
import { person } from '../../testing/index.js';
import { startTestApp, type TestApp } from './test-app.js';

export const clock = { now: () => Date.now() };
export const FILES = 'ixo:filesystem';
const responses = { 200: { description: 'ok' } };

export const alice = person('alice');
export const bob = person('bob');

export interface Ask {
  readonly by?: Signer;
  readonly can?: string;
  readonly with?: string;
  readonly hidden?: readonly string[];
  readonly proofs?: readonly string[];
  readonly audience?: string;
  readonly seconds?: number;
}

/** An oracle that takes UCANs, with `files` as its plugin. */
export interface UcanApp extends TestApp {
  /** Its identity. */
  readonly self: Signer;
  /** What its plugin was set up with. */
  readonly context: PluginContext;
  /** An invocation for it; Alice's to read all her files unless said otherwise. */
  tokenFor(ask: Ask): Promise<string>;
  call(path: string, token: string, init?: RequestInit): Promise<Response>;
  ask(path: string, what: Ask): Promise<Response>;
}

export const headersOf = (token: string) => ({ Authorization: `Bearer ${token}`, 'X-Auth-Type': 'ucan' });

export const give = (to: string, can: string, resource: string, seconds: number | null = 3600, by = alice) =>
  delegate({ issuer: by, audience: to, clock, capabilities: [{ can, with: resource }], seconds });

/** The token with its UCAN alone: what it derives from is named and not brought. */
export function bareToken(root: Ucan): string {
  return writeToken({ root, links: new Map([[root.cid, root]]) });
}

export async function startUcanApp(): Promise<UcanApp> {
  let context: PluginContext | undefined;
  const app = await startTestApp({
    plugins: [
      filesPlugin((ctx) => {
        context = ctx;
      }),
    ],
    env: { PUBLIC_URL: 'https://oracle.example', UCAN_CLOCK_SKEW_SECONDS: '0', UCAN_USERS: 'any' },
  });
  const self = app.app.identity;
  if (self === undefined || context === undefined) throw new Error('the oracle has an identity and a plugin');
  const tokenFor = async (ask: Ask): Promise<string> => {
    const issued = await invoke({
      issuer: ask.by ?? alice,
      audience: ask.audience ?? self.did,
      clock,
      capability: {
        can: ask.can ?? 'fs/read',
        with: ask.with ?? FILES,
        ...(ask.hidden === undefined ? {} : { nb: { hidden: ask.hidden } }),
      },
      proofs: ask.proofs ?? [],
      ...(ask.seconds === undefined ? {} : { seconds: ask.seconds }),
    });
    return issued.token;
  };
  const call = (path: string, token: string, init: RequestInit = {}) =>
    app.get(path, undefined, { ...init, headers: { ...headersOf(token), ...init.headers } });
  return {
    ...app,
    self,
    context,
    tokenFor,
    call,
    ask: async (path, what) => call(path, await tokenFor(what)),
  };
}

/** A plugin with the file system's lattice and a route for each kind of credential. */
function filesPlugin(onSetup: (ctx: PluginContext) => void) {
  return definePlugin({
    name: 'files',
    version: '1.0.0',
    manifest: { title: 'Files', summary: 'Files.', whenToUse: ['files'] },
    scopes: {
      'fs/read': 'read files',
      'fs/write': 'write files',
      sampling: 'designs',
      'sampling/verify': 'approve designs',
      'gateway/query': 'ask the chain',
    },
    abilities: {
      'fs/write': ['fs/read'],
      'fs/read': ['fs/list'],
      'fs/list': [],
      'fs/delete': ['fs/read'],
      'gateway/query': [],
    },
    resources: [filesResource],
    setup(ctx) {
      onSetup(ctx);
      return {
        routes: [
          ...(['fs/read', 'fs/write', 'fs/delete'] as const).map((ability) =>
            defineRoute({
              method: 'get',
              path: `/f/${ability.slice(3)}`,
              auth: { ucan: ability },
              summary: 'Files',
              responses,
              handler: ({ principal }) => ({
                id: principal.id,
                kind: principal.kind,
                grant: principal.grant,
              }),
            }),
          ),
          ...(['sampling', 'sampling/verify'] as const).map((scope) =>
            defineRoute({
              method: 'get',
              path: `/f/${scope}`,
              auth: 'any',
              scope,
              summary: 'Designs',
              responses,
              handler: ({ principal }) => ({ id: principal.id }),
            }),
          ),
          defineRoute({
            method: 'get',
            path: '/f/agent',
            auth: 'any',
            summary: 'What the oracle may do in the principal’s name',
            responses,
            handler: async ({ principal }) => ({
              delegation: principal.delegation,
              grant: await ctx.delegations.find({ principal, resource: `${FILES}/a`, ability: 'fs/read' }),
            }),
          }),
          defineRoute({
            method: 'get',
            path: '/f/query',
            auth: { ucan: 'gateway/query' },
            summary: 'Chain',
            responses,
            handler: ({ principal }) => ({ id: principal.id }),
          }),
        ],
      };
    },
  });
}
