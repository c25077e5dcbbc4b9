import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { BootResult } from '../../boot/types.js';
import { type AnyRoute, defineRoute, type OracleInfo, reply } from '../../plugin/index.js';
import { renderDocsPage } from '../docs-page.js';
import { describeOracle, renderLandingPage } from '../landing-page.js';
import type { MountedRoute } from '../mount-route.js';
import { buildOpenApi } from '../openapi.js';
import { renderAppPage } from '../web/app-page.js';
import type { WebBuild } from '../web/web-build.js';

export interface PageDeps {
  readonly oracle: OracleInfo;
  readonly boot: BootResult;
  /** All routes of the app, these included; read when a page is first asked for. */
  readonly mounted: () => readonly MountedRoute[];
  /** The page as it was built; undefined where it was not. */
  readonly web: () => WebBuild | undefined;
  /** Where the oracle listens, for a client that names no host. */
  readonly origin: string;
  /** The one origin whose page makes and takes passkeys. */
  readonly passkeysAt: () => string | undefined;
}

/** The page at `/`, and the API as a document and as a page. */
export function pageRoutes({ oracle, boot, mounted, web, origin, passkeysAt }: PageDeps): AnyRoute[] {
  const described = cacheUntilPendingChanges(boot, () => {
    const document = buildOpenApi(mounted(), oracle, boot);
    const text = JSON.stringify(document);
    return { text, etag: etagOf(text), docs: once(() => renderDocsPage(document, web()?.docs)) };
  });

  return [
    defineRoute({
      method: 'get',
      path: '/',
      auth: 'public',
      summary: 'Who this oracle is',
      description: 'A page for browsers, JSON for programs, by `Accept`.',
      responses: {
        200: {
          description: 'Name, description, version and links.',
          schema: z.object({
            name: z.string(),
            description: z.string(),
            version: z.string(),
            did: z.string().nullable(),
            network: z.string(),
            links: z.record(z.string(), z.string()),
          }),
          alsoAs: ['text/html'],
        },
      },
      handler({ raw }) {
        if (!prefersHtml(raw.request.headers.accept)) {
          return reply({ headers: { Vary: 'Accept' }, body: describeOracle(oracle) });
        }
        const reached = originOf(raw.request) ?? origin;
        const built = web();
        const page =
          built === undefined
            ? renderLandingPage(oracle, reached)
            : renderAppPage(oracle, built, reached, passkeysAt());
        return reply({ headers: { ...page.headers, Vary: 'Accept' }, body: page.text });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/openapi.json',
      auth: 'public',
      summary: 'The API as OpenAPI 3.1',
      responses: {
        200: { description: 'The document.', contentType: 'application/json' },
        304: { description: 'Unchanged since `If-None-Match`.' },
      },
      handler({ headers }) {
        const { text, etag } = described();
        const caching = { ETag: etag, 'Cache-Control': 'no-cache' };
        if (headers['if-none-match'] === etag) return reply({ status: 304, headers: caching });
        return reply({
          headers: { ...caching, 'Content-Type': 'application/json; charset=utf-8' },
          body: text,
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/docs',
      auth: 'public',
      summary: 'The API as a page',
      responses: { 200: { description: 'A page that needs no network.', contentType: 'text/html' } },
      handler() {
        const page = described().docs();
        return reply({ headers: { ...page.headers, 'Cache-Control': 'no-cache' }, body: page.text });
      },
    }),
  ];
}

/** Browsers name text/html; programs name JSON or take anything. */
function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const html = accept.indexOf('text/html');
  const json = accept.indexOf('application/json');
  return html !== -1 && (json === -1 || html < json);
}

/** Express knows the scheme, also behind a trusted proxy. Undefined for a host that no browser would send. */
function originOf(request: IncomingMessage): string | undefined {
  const { host } = request.headers;
  if (host === undefined || !/^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host)) return undefined;
  return `${'protocol' in request && request.protocol === 'https' ? 'https' : 'http'}://${host}`;
}

function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function cacheUntilPendingChanges<T>(boot: BootResult, make: () => T): () => T {
  let cached: { readonly key: string; readonly value: T } | undefined;
  return () => {
    const key = boot
      .report()
      .flatMap(({ name, state }) => (state === 'pending' ? [name] : []))
      .join(',');
    if (cached?.key !== key) cached = { key, value: make() };
    return cached.value;
  };
}
