import { definePlugin } from 'oracle-runtime/plugin';
import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import observability from './index.js';
import { Metrics, type MetricsService } from './service.js';

let metrics: MetricsService | undefined;
/** Counts what it sells. */
const shop = definePlugin({
  name: 'shop',
  version: '1.0.0',
  manifest: { title: 'Shop', summary: 'For tests.', whenToUse: [], loading: 'silent' },
  softDependsOn: ['observability'],
  setup(ctx) {
    metrics = ctx.use(Metrics);
    metrics?.counter('shop_visits_total', 'Visits.').add({});
    metrics?.counter('shop_sales_total', 'Sales by article.', ['article']).add({ article: 'tea' }, 3);
    metrics?.histogram('shop_basket_bytes', 'Size of baskets.', [], [10, 100]).observe({}, 42);
    return {};
  },
});

describe('metrics of other plugins', () => {
  let oracle: TestOracle;
  beforeAll(async () => {
    oracle = await startTestOracle({ plugins: [shop, observability] });
  });
  afterAll(() => oracle.close());

  it('are served beside the runtime’s own', async () => {
    const { text } = await oracle.as(['metrics']).get('/metrics');
    for (const line of [
      '# HELP shop_sales_total Sales by article.',
      'shop_visits_total 1',
      'shop_sales_total{article="tea"} 3',
      'shop_basket_bytes_bucket{le="100"} 1',
      'shop_basket_bytes_sum 42',
      'oracle_info{version=',
    ])
      expect(text).toContain(line);
  });

  it.each([
    ['oracle_runs_total', [], /declared twice/],
    ['shop sales', [], /"shop sales" is no name of a metric/],
    ['shop_other_total', ['the article'], /"the article" is no name of a label/],
  ])('are refused with the name %j and the labels %j', (name, labels, words) => {
    expect(() => metrics?.counter(name, 'Help.', labels)).toThrow(words);
  });
});

it('are not there without the plugin, and nobody needs them', async () => {
  const oracle = await startTestOracle({ plugins: [shop] });
  expect(metrics).toBeUndefined();
  await oracle.close();
});
