import { describe, expect, it } from 'vitest';
import { renderTree } from './render-tree.js';
import type { PluginStatus } from './types.js';

const status = (name: string, extra: Partial<PluginStatus> = {}): PluginStatus => ({
  name,
  version: '1.0.0',
  state: 'loaded',
  loading: 'on-demand',
  ms: 3,
  dependsOn: [],
  tools: [],
  routes: [],
  ...extra,
});

const withoutMs = ({ ms: _, ...rest }: PluginStatus): PluginStatus => rest;

describe('renderTree', () => {
  it('hangs each plugin under what it depends on and aligns the columns', () => {
    const tree = renderTree([
      status('sampling', { tools: ['design_sample'], routes: ['POST /v1/sampling', 'GET /x'], ms: 12 }),
      status('monitoring', { dependsOn: ['sampling'], loading: 'always', tools: ['a', 'b'] }),
      status('reports', { dependsOn: ['monitoring', 'weather'] }),
      status('weather', { state: 'failed', reason: 'no luck' }),
      withoutMs(status('tasks', { state: 'excluded', reason: 'REDIS_URL' })),
    ]);
    expect(tree).toBe(
      [
        '├─ sampling       loaded    on-demand  12ms  1 tool   2 routes',
        '│  └─ monitoring  loaded    always      3ms  2 tools',
        '│     └─ reports  loaded    on-demand   3ms                     needs monitoring, weather',
        '├─ weather        failed    on-demand   3ms                     (no luck)',
        '└─ tasks          excluded  on-demand                           (REDIS_URL)',
        '',
        '3 loaded, 1 failed, 1 excluded',
        '',
      ].join('\n'),
    );
  });

  it('loses nobody when plugins that are switched off depend on each other', () => {
    const off = (name: string, ...dependsOn: string[]) =>
      status(name, { state: 'excluded', reason: 'features', dependsOn });
    const tree = renderTree([off('c', 'b'), off('b', 'a'), off('a', 'b'), off('self', 'self')]);
    for (const name of ['a', 'b', 'c', 'self'])
      expect(tree.match(new RegExp(`─ ${name} `, 'g'))).toHaveLength(1);
  });

  it('says so when there is nothing', () => {
    expect(renderTree([])).toBe('\nno plugins\n');
  });
});
