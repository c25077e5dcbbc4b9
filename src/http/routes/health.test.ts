import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation, definePlugin, type RouteContext, str } from '../../plugin/index.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';
import { healthRoutes } from './health.js';

const manifest = { title: 'T', summary: 'S.', whenToUse: ['w'], loading: 'on-demand' } as const;

const plugins = [
  definePlugin({
    name: 'well',
    version: '1.0.0',
    manifest: { ...manifest, examples: [{ user: 'Tell the well', tool: 'tell_well', args: {} }] },
    setup: () => ({
      operations: [
        defineOperation({
          name: 'tell_well',
          title: 'Tell the well',
          description: 'Tells it.',
          effect: 'read',
          input: z.object({}),
          answer: { description: 'It.' },
          run: () => ({}),
        }),
      ],
      health: () => ({ status: 'ok' }) as const,
    }),
  }),
  definePlugin({
    name: 'ill',
    version: '1.0.0',
    manifest,
    setup: () => ({
      health: () => ({ status: 'degraded', detail: 'redis://:hunter2@cache refused hush-hush-key' }) as const,
    }),
  }),
  definePlugin({
    name: 'broken',
    version: '1.0.0',
    manifest,
    setup() {
      throw new Error('cannot log in with hush-hush-key');
    },
  }),
  definePlugin({
    name: 'absent',
    version: '1.0.0',
    manifest,
    env: { ABSENT_URL: str({ default: '' }) },
    enabledBy: ['ABSENT_URL'],
  }),
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins, env: { UPSTREAM_API_KEY: 'hush-hush-key' } });
});
afterAll(() => app.close());

describe('health', () => {
  it('tells liveness with name and version', async () => {
    expect(await (await app.get('/health')).json()).toEqual({
      status: 'ok',
      name: 'tester',
      version: '0.1.0',
    });
  });

  it.each([
    ['ready', undefined],
    ['starting', 'unavailable'],
    ['draining', 'shutting_down'],
  ] as const)('tells readiness while %s', async (state, code) => {
    const routes = healthRoutes({
      boot: { plugins: [], report: () => [], health: async () => [] },
      oracle: {
        name: 't',
        description: '',
        version: '0',
        did: undefined,
        entityDid: undefined,
        publicUrl: undefined,
        network: 'devnet',
      },
      clock: { now: () => 0 },
      state: () => state,
      checks: [],
      env: {},
    });
    const ask = () => routes.find(({ path }) => path === '/health/ready')?.handler({} as RouteContext);
    if (code === undefined) expect(await ask()).toEqual({ status: 'ready' });
    else expect(ask).toThrow(expect.objectContaining({ code, status: 503 }));
  });

  it('is ready once it listens', async () => {
    const response = await app.get('/health/ready');
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'keep-alive']);
    // What is ill does not keep the rest from serving, and is named.
    const body = (await response.json()) as {
      status: string;
      degraded: { plugin: string; detail: string }[];
    };
    expect(body).toMatchObject({ status: 'ready', degraded: [{ plugin: 'ill' }] });
    expect(JSON.stringify(body)).not.toMatch(/hush-hush-key|hunter2/);
  });

  it('tells the state and health of every plugin, and no secret', async () => {
    const text = await (await app.get('/health/plugins')).text();
    expect(text).not.toMatch(/hush-hush-key|hunter2/);
    const report = JSON.parse(text) as { status: string; plugins: { name: string }[] };
    expect(report.status).toBe('degraded');
    const byName = new Map(report.plugins.map((plugin) => [plugin.name, plugin]));
    expect(byName.get('well')).toMatchObject({
      state: 'loaded',
      loading: 'on-demand',
      health: { status: 'ok' },
      capabilities: [
        { name: 'well', title: 'T', summary: 'S.', examples: [{ user: 'Tell the well', reads: true }] },
      ],
    });
    expect(byName.get('ill')).toMatchObject({ health: { status: 'degraded' } });
    expect(byName.get('broken')).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('<UPSTREAM_API_KEY>'),
    });
    expect(byName.get('absent')).toMatchObject({
      state: 'excluded',
      reason: expect.stringContaining('ABSENT_URL'),
    });
  });

  it('asks the plugins once for a burst of probes', async () => {
    let at = 0;
    let times = 0;
    const routes = healthRoutes({
      boot: {
        plugins: [],
        report: () => [],
        health: async () => {
          times++;
          return [];
        },
      },
      oracle: {
        name: 't',
        description: '',
        version: '0',
        did: undefined,
        entityDid: undefined,
        publicUrl: undefined,
        network: 'devnet',
      },
      clock: { now: () => at },
      state: () => 'ready',
      checks: [],
      env: {},
    });
    const ask = () => routes.find(({ path }) => path === '/health/plugins')?.handler({} as RouteContext);
    await Promise.all(Array.from({ length: 20 }, ask));
    expect(times).toBe(1);
    at = 1_001;
    await ask();
    expect(times).toBe(2);
  });
});
