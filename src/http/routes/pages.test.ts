import { createHash } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlugin, defineRoute } from '../../plugin/index.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

interface Tree {
  readonly name: string;
  readonly children: readonly Tree[];
}
const tree: z.ZodType<Tree> = z.object({ name: z.string(), children: z.lazy(() => z.array(tree)) });

const plugin = definePlugin({
  name: 'garden',
  version: '1.0.0',
  manifest: { title: 'Garden', summary: 'Trees <b>&</b> shrubs.', whenToUse: ['w'], loading: 'silent' },
  scopes: { garden: 'work in the garden' },
  setup: () => ({
    routes: [
      defineRoute({
        method: 'post',
        path: '/garden/:plot/trees{/:row}',
        auth: 'any',
        scope: 'garden',
        summary: 'Plant a <script>alert(1)</script>',
        request: {
          params: z.object({ plot: z.string().describe('Which plot.'), row: z.string().optional() }),
          query: z.object({
            depth: z.coerce.number().min(1).max(3).default(1),
            kind: z.enum(['oak', 'elm']),
          }),
          body: z.object({ tree, when: z.iso.date() }),
        },
        responses: {
          200: { description: 'Planted.', schema: z.object({ planted: tree }) },
          404: { description: 'No plot.' },
        },
        handler: () => ({}),
      }),
      defineRoute({
        method: 'put',
        path: '/garden/files/*path',
        auth: { ucan: 'garden/write' },
        summary: 'Put a file',
        request: { params: z.object({ path: z.array(z.string()) }), body: 'raw' },
        responses: { 204: { description: 'There.' } },
        handler: () => undefined,
      }),
    ],
  }),
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    plugins: [plugin],
    config: { name: 'Tester <1>', description: `It's "quoted" & <em>bold</em>` },
  });
});
afterAll(() => app.close());

interface Operation {
  readonly security: readonly Record<string, unknown>[];
  readonly parameters?: readonly { name: string; in: string; required: boolean }[];
  readonly requestBody?: { required: boolean; content: Record<string, unknown> };
  readonly responses: Record<string, unknown>;
}

async function readDocument() {
  return (await (await app.get('/openapi.json')).json()) as {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, unknown> };
  };
}

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1 by a foreign validator', async () => {
    const document = await readDocument();
    expect(document.openapi).toBe('3.1.0');
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
  });

  it('holds every route with its parameters, body, answers and credentials', async () => {
    const { paths } = await readDocument();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/',
        '/docs',
        '/health/ready',
        '/sessions/{sessionId}',
        '/messages/{sessionId}/runs/{runId}',
      ]),
    );
    expect(Object.keys(paths['/garden/{plot}/trees'] ?? {})).toEqual(['post']);
    const plant = paths['/garden/{plot}/trees/{row}']?.['post'];
    expect(plant?.parameters?.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['plot', 'path', true],
      ['row', 'path', true],
      ['depth', 'query', false],
      ['kind', 'query', true],
    ]);
    expect(plant?.security).toEqual([{ apiKey: ['garden'] }, { ucan: ['garden'] }, { session: [] }]);
    expect(paths['/sessions']?.['post']?.security).toEqual([
      { apiKey: ['chat'] },
      { ucan: ['chat'] },
      { session: [] },
    ]);
    expect(Object.keys(plant?.responses ?? {}).toSorted()).toEqual(['200', '401', '403', '404', 'default']);
    expect(paths['/garden/files/{path}']?.['put']?.requestBody?.content).toEqual({
      'application/octet-stream': {},
    });
    expect(paths['/health']?.['get']?.security).toEqual([]);
    expect(paths['/sessions']?.['post']?.requestBody?.required).toBe(false);
  });

  it('keeps every reference resolvable, also in recursive schemas', async () => {
    const document = await readDocument();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, ref = '']) => ref,
    );
    expect(references.length).toBeGreaterThan(1);
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\/components\/schemas\//);
      expect(document.components.schemas).toHaveProperty([reference.split('/')[3] ?? '']);
    }
  });

  it('is not sent again when it has not changed', async () => {
    const first = await app.get('/openapi.json');
    const etag = first.headers.get('etag') ?? '';
    const second = await app.get('/openapi.json', undefined, { headers: { 'If-None-Match': etag } });
    expect([second.status, await second.text()]).toEqual([304, '']);
  });
});

/** The inline code of a page must be what its policy names, or a browser runs none of it. */
async function checkPage(path: string): Promise<string> {
  const response = await app.get(path, undefined, {
    headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const page = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('unsafe');
  for (const tag of ['script', 'style']) {
    const blocks = [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))];
    expect(blocks).toHaveLength(1);
    const hash = createHash('sha256')
      .update(blocks[0]?.[1] ?? '')
      .digest('base64');
    expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
  }
  expect(page).not.toMatch(/\son\w+=|\sstyle=|(?:src|href)="https?:/);
  return page;
}

describe('/docs', () => {
  it('shows every operation, escaped, with nothing from elsewhere', async () => {
    const page = await checkPage('/docs');
    const { paths } = await readDocument();
    for (const path of Object.keys(paths)) expect(page).toContain(`<span class="path">${path}</span>`);
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('Plant a &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('Which plot.');
    expect(page).toContain('Trees &lt;b&gt;&amp;&lt;/b&gt; shrubs.');
  });
});

describe('/', () => {
  it('is a page for a browser', async () => {
    const response = await app.get('/', undefined, { headers: { Accept: 'text/html' } });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    const page = await response.text();
    expect(page).not.toMatch(/\son\w+=|\sstyle=|(?:src|href)="https?:/);
    expect(page).toContain('<h1>Tester &lt;1&gt;</h1>');
    expect(page).toContain('It&#39;s &quot;quoted&quot; &amp; &lt;em&gt;bold&lt;/em&gt;');
    expect(page).toContain(`ORACLE=${app.url}`);
    expect(page).toContain(app.app.identity?.did);
  });

  it('is JSON for a program', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/html']) {
      const response = await app.get('/', undefined, { headers: { Accept: accept } });
      expect(response.headers.get('vary')).toContain('Accept');
      expect(await response.json()).toMatchObject({
        name: 'Tester <1>',
        version: '0.1.0',
        did: app.app.identity?.did,
        links: { docs: '/docs' },
      });
    }
  });

  it('does not repeat a forged host, and where the oracle knows its names it answers none', async () => {
    const { request } = await import('node:http');
    const pageOf = (url: string) =>
      new Promise<string>((resolve, reject) => {
        const outgoing = request(
          url,
          { headers: { Host: 'x$(reboot)', Accept: 'text/html' } },
          (response) => {
            let text = '';
            response.setEncoding('utf8').on('data', (chunk: string) => {
              text += chunk;
            });
            response.on('end', () => resolve(text));
          },
        );
        outgoing.on('error', reject).end();
      });
    const open = await startTestApp({ env: { ALLOWED_HOSTS: '*' } });
    try {
      const page = await pageOf(open.url);
      expect(page).toContain('ORACLE=http://127.0.0.1:');
      expect(page).not.toContain('reboot');
    } finally {
      await open.close();
    }
    const refused = await pageOf(app.url);
    expect(refused).toContain('not known under the name');
    expect(refused).not.toContain('reboot');
  });
});
