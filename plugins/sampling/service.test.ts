import { definePlugin, defineRoute } from 'oracle-runtime/plugin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Designs } from './service.js';
import { BEFORE_2024, type Client, type SamplingApp, startSamplingApp } from './testing/sampling-app.js';

/** Settings that found values in what loggers recorded. */
const LOGGERS = {
  protocol: 'stove use',
  text: 'threshold 5',
  differs: [],
  firstReading: '2024-02-01T00:00:00Z',
  nearby: null,
  tried: null,
};

/** What a plugin that monitors stoves would be, as small as it gets. */
const monitoring = definePlugin({
  name: 'monitoring',
  version: '1.0.0',
  manifest: { title: 'Monitoring', summary: 'Reads stoves.', whenToUse: [], loading: 'silent' },
  dependsOn: ['sampling'],
  setup(ctx) {
    const designs = ctx.use(Designs);
    const body = z.object({
      of: z.string(),
      limit: z.number().optional(),
      values: z.array(z.number().nullable()).optional(),
      byDevice: z.boolean().optional(),
    });
    const shared = { method: 'post', auth: 'any', summary: 'Ask', responses: {}, request: { body } } as const;
    return {
      routes: [
        defineRoute({
          ...shared,
          path: '/monitoring/overview',
          async handler({ principal, body: { of, limit } }) {
            const page = limit === undefined ? {} : { limit };
            const { designId, parameters } = await designs.get(principal, of);
            return {
              designId,
              planned: parameters.adjustedSize,
              listed: (await designs.list(principal, page)).items.map((item) => item.designId),
              draws: (await designs.draws(principal, of, page)).items,
              periods: (await designs.periods(principal, of, page)).items,
            };
          },
        }),
        defineRoute({
          ...shared,
          path: '/monitoring/readings',
          async handler({ principal, body: { of, values = [], byDevice } }) {
            const { items } = await designs.draws(principal, of);
            const [draw] = items;
            const units = draw?.record.strata.flatMap(({ selected }) => selected) ?? [];
            const added = await designs.addReadings(principal, {
              designId: of,
              from: '2024-01-01',
              to: '2024-03-31',
              selectionId: draw?.selectionId,
              readings: values.map((value, at) => ({
                unitId: units[at]?.id ?? 'nowhere',
                date: '2024-02-01',
                value,
                ...(value === null && { status: 'device failed' }),
              })),
              protocol: byDevice === true ? LOGGERS : undefined,
            });
            return { added, again: await designs.period(principal, added.periodId) };
          },
        }),
      ],
    };
  },
});

let app: SamplingApp;
let alice: Client;
let designId: unknown;
beforeAll(async () => {
  app = await startSamplingApp({}, {}, [monitoring], BEFORE_2024);
  alice = await app.client('alice', ['sampling']);
  const design = await alice.post('/v1/sampling', {
    projectId: 'did:ixo:project/p',
    population: 40,
    confidence: 0.95,
    precision: 0.05,
    expectedMean: 0.8,
    expectedSD: 0.1,
    dropoutRate: 0.1,
  });
  designId = design.at('designId');
  const rows = Array.from({ length: 40 }, (_, at) => `H${at}`);
  const registry = await alice.post('/v1/sampling/registries', `id\n${rows.join('\n')}\n`, {
    'Content-Type': 'text/csv',
  });
  const drawn = await alice.post('/v1/sampling/selections', {
    registryId: registry.at('registryId'),
    designId,
    seed: '7',
  });
  expect(drawn.status).toBe(201);
});
afterAll(() => app.close());

describe('the designs that a plugin serves to others', () => {
  it('takes readings of a draw, and gives design, draw and period', async () => {
    const before = await alice.post('/monitoring/overview', { of: designId });
    expect(before.at('')).toMatchObject({
      designId,
      listed: [designId],
      draws: [{ record: { designId } }],
      periods: [],
    });
    expect(before.at('planned')).toBeGreaterThan(10);

    const values = Array.from({ length: 12 }, (_, at) => 0.7 + at / 100);
    const read = await alice.post('/monitoring/readings', { of: designId, values });
    expect(read.at('added')).toMatchObject({ designId, from: '2024-01-01', pooled: { valid: 12 } });
    expect(read.at('added.selectionId')).toBe(before.at('draws.0.selectionId'));
    expect(read.at('again')).toEqual(read.at('added'));

    const after = await alice.post('/monitoring/overview', { of: designId });
    expect(after.at('periods')).toEqual([read.at('added')]);
    // What a plugin adds is what people see.
    const seen = await alice.get(`/v1/sampling/periods/${read.at('added.periodId')}`);
    expect(seen.at('')).toEqual(read.at('added'));
  });

  it('takes a device that stopped for one that measures, and not for a stove out of use', async () => {
    const values = [null, ...Array.from({ length: 12 }, (_, at) => 0.71 + at / 100)];
    const said = async (more: object) => {
      const read = await alice.post('/monitoring/readings', { of: designId, values, ...more });
      expect(read.at('added.pooled.reasons')).toMatchObject({ 'device failed': 1 });
      return (read.at('added.warnings') as string[]).join();
    };
    expect(await said({})).toContain('broken or out of use');
    expect(await said({ byDevice: true })).not.toContain('out of use');
  });

  it('refuses units that were not drawn', async () => {
    const answer = await alice.post('/monitoring/readings', { of: designId, values: Array(40).fill(0.8) });
    expect(answer.status).toBe(400);
    expect(answer.at('detail')).toContain('nowhere');
  });

  it('keeps owners apart, and asks for the scope', async () => {
    const bob = await app.client('bob', ['sampling']);
    expect((await bob.post('/monitoring/overview', { of: designId })).status).toBe(404);
    const guest = await app.client('guest', ['chat']);
    expect((await guest.post('/monitoring/overview', { of: designId })).status).toBe(403);
    expect((await guest.post('/monitoring/readings', { of: designId })).status).toBe(403);
  });

  it('names a limit that no page has', async () => {
    const answer = await alice.post('/monitoring/overview', { of: designId, limit: 101 });
    expect([answer.status, answer.at('errors.0.field')]).toEqual([400, 'limit']);
  });
});
