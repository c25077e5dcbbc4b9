import { expect, it } from 'vitest';
import { bundledPlugins } from '../plugins/index.js';

it('are the sixteen that every oracle boots with', () => {
  expect(bundledPlugins.map(({ name }) => name)).toEqual([
    ...['sampling', 'monitoring', 'surveys', 'vfs', 'gateway', 'entities', 'weather', 'knowledge', 'skills'],
    ...['reports', 'charts', 'user-preferences', 'client-tools', 'mcp', 'credits', 'observability'],
  ]);
});
