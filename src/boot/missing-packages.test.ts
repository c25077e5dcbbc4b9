import { describe, expect, it } from 'vitest';
import { findMissingPackages, packagesMissing } from './missing-packages.js';
import { testPlugin } from './testing/test-plugins.js';

const queue = testPlugin('tasks', {
  enabledBy: ['REDIS_URL'],
  packages: { bullmq: '^5.0.0', ioredis: '>=5 <6' },
});
const drawing = testPlugin('charts', { packages: { vega: '6.4.0' } });
const find = (env: Record<string, string>, there: readonly string[], features = {}) =>
  findMissingPackages([queue, drawing, testPlugin('weather')], { env, features }, (name) =>
    there.includes(name),
  );

describe('the packages of plugins', () => {
  it('are missed only while their plugin is enabled', () => {
    expect(find({}, ['vega'])).toBeUndefined();
    expect(find({ REDIS_URL: ' ' }, ['vega'])).toBeUndefined();
    expect(find({ REDIS_URL: 'redis://x' }, ['vega', 'bullmq', 'ioredis'])).toBeUndefined();
    expect(find({ REDIS_URL: 'redis://x' }, [], { tasks: false, charts: false })).toBeUndefined();
  });

  it('are wanted all together, and told in one line to paste', () => {
    const missing = find({ REDIS_URL: 'redis://x' }, ['vega', 'bullmq']);
    expect(missing).toEqual({
      wanted: ['bullmq@^5.0.0', 'ioredis@>=5 <6', 'vega@6.4.0'],
      plugins: ['tasks'],
    });
    const { code, detail, hint } = packagesMissing(missing ?? { wanted: [], plugins: [] });
    expect(code).toBe('plugin_packages_missing');
    expect(detail).toBe("[boot-error] Plugin 'tasks' needs packages that are not installed.");
    expect(hint).toMatch(/^Run: npm install bullmq@\^5\.0\.0 'ioredis@>=5 <6' vega@6\.4\.0 /);
  });
});
