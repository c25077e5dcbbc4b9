import { once } from 'node:events';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { filesResource } from '../../../plugins/vfs/access/files-resource.js';
import { type AnyRoute, definePlugin, defineRoute, HANDLED, OracleError, reply } from '../../plugin/index.js';

const ok = { 200: { description: 'ok' } };
let sawAbort = () => {};
/** Resolves once the handler of /t/slow has seen its client go. */
export const aborted = new Promise<void>((resolve) => {
  sawAbort = resolve;
});

const routes: AnyRoute[] = [
  defineRoute({
    method: 'get',
    path: '/t/public',
    auth: 'public',
    summary: 'Public',
    responses: ok,
    handler: ({ principal }) => ({ principal: principal.id }),
  }),
  defineRoute({
    method: 'get',
    path: '/t/any',
    auth: 'any',
    summary: 'Any',
    responses: ok,
    handler: ({ principal, requestId }) => ({ kind: principal.kind, requestId }),
  }),
  defineRoute({
    method: 'get',
    path: '/t/keys',
    auth: 'api-key',
    summary: 'Keys',
    responses: ok,
    handler: () => ({}),
  }),
  defineRoute({
    method: 'get',
    path: '/t/ucan',
    auth: { ucan: 'fs/read' },
    summary: 'Ucan',
    responses: ok,
    handler: () => ({}),
  }),
  defineRoute({
    method: 'get',
    path: '/t/scoped',
    auth: 'any',
    scope: 'special',
    summary: 'Scoped',
    responses: ok,
    handler: () => ({}),
  }),
  defineRoute({
    method: 'post',
    path: '/t/echo/:id',
    auth: 'public',
    summary: 'Echo',
    request: {
      params: z.object({ id: z.coerce.number().int() }),
      query: z.object({ city: z.string().min(2), days: z.coerce.number().int().max(7).default(1) }),
      headers: z.object({ 'x-tenant': z.string().min(1) }),
      body: z.strictObject({ name: z.string(), sizes: z.array(z.number()).max(3) }),
    },
    responses: ok,
    bodyLimit: 1024,
    handler: ({ params, query, headers, body }) => ({ params, query, headers, body }),
  }),
  defineRoute({
    method: 'put',
    path: '/t/raw',
    auth: 'public',
    summary: 'Raw',
    request: { body: 'raw' },
    responses: ok,
    async handler({ body }) {
      let size = 0;
      for await (const chunk of body) size += (chunk as Buffer).length;
      return { size };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/t/rest/*rest',
    auth: 'public',
    summary: 'Wildcard',
    request: { params: z.object({ rest: z.array(z.string()) }) },
    responses: ok,
    handler: ({ params }) => params,
  }),
  defineRoute({
    method: 'get',
    path: '/t/reply/:kind',
    auth: 'public',
    summary: 'Replies',
    request: { params: z.object({ kind: z.string() }) },
    responses: ok,
    handler({ params, raw }) {
      if (params.kind === 'text') return reply({ body: 'plain' });
      if (params.kind === 'bytes')
        return reply({ headers: { 'Content-Type': 'image/x' }, body: new Uint8Array([1, 2]) });
      if (params.kind === 'stream')
        return reply({ status: 206, body: Readable.from([Buffer.from('ab'), Buffer.from('cd')]) });
      if (params.kind === 'empty') return undefined;
      if (params.kind === 'bad-stream')
        return reply({
          body: new Readable({
            read() {
              this.destroy(new OracleError('gone', { detail: 'Dropped.' }));
            },
          }),
        });
      if (params.kind === 'bad-json') return { big: 1n };
      if (params.kind === 'bad-header') return reply({ headers: { 'X-Bad': 'a\r\nX-Evil: 1' }, body: {} });
      raw.response.end('handled');
      return HANDLED;
    },
  }),
  defineRoute({
    method: 'get',
    path: '/t/fail/:how',
    auth: 'public',
    summary: 'Failures',
    responses: ok,
    handler({ params }) {
      if (params['how'] === 'defect') throw new Error('secret connection string');
      if (params['how'] === 'uri') throw new URIError('not about the path');
      if (params['how'] === 'status') throw Object.assign(new Error('forged'), { status: 404, expose: true });
      throw new OracleError('unavailable', {
        detail: 'Upstream is down.',
        hint: 'Come back.',
        headers: { 'Retry-After': '7', 'X-Split': 'a\r\nb' },
      });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/t/slow',
    auth: 'public',
    summary: 'Slow',
    responses: ok,
    async handler({ signal }) {
      await once(signal, 'abort');
      sawAbort();
      return {};
    },
  }),
  defineRoute({
    method: 'get',
    path: '/t/limited',
    auth: 'public',
    rateLimit: 2,
    summary: 'Limited',
    responses: ok,
    handler: () => ({}),
  }),
];

/** One route for each thing that a route can be or do. */
export const probePlugin = definePlugin({
  name: 'probe',
  version: '1.0.0',
  scopes: { special: 'the scoped route' },
  manifest: { title: 'Probe', summary: 'Routes for tests.', whenToUse: ['never'], loading: 'silent' },
  // A UCAN may be about files here, and may do nothing with them.
  resources: [{ ...filesResource, abilities: [] }],
  setup: () => ({ routes }),
});
