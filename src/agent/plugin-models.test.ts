import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it, vi } from 'vitest';
import type { Models } from '../plugin/index.js';

const call = {
  runId: 'run',
  sessionId: 'session',
  principal: { id: 'ann', did: '', kind: 'api-key', name: 'ann', scopes: new Set<string>() },
  metadata: {},
} as const;

it('keeps nothing for models that no plugin has', async () => {
  vi.resetModules();
  // Not yet used by any plugin, whatever this process has tested before.
  const { inNameOf, pluginModels } = await import('./plugin-models.js');
  const entered = vi.spyOn(AsyncLocalStorage.prototype, 'run');
  try {
    const models: Models = { resolve: () => Promise.reject(new Error('Nobody asks.')) };
    const take = pluginModels(models, () => []);
    expect(inNameOf(call, () => 'done')).toBe('done');
    expect(entered).not.toHaveBeenCalled();

    take();
    expect(inNameOf(call, () => 'done')).toBe('done');
    expect(entered).toHaveBeenCalledOnce();
  } finally {
    entered.mockRestore();
  }
});
