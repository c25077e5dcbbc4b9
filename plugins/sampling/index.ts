import { definePlugin } from 'oracle-runtime/plugin';
import { samplingConfig } from './config.js';
import { loadDistributions } from './distributions/load-distributions.js';
import { manifest } from './manifest.js';
import { designOperations } from './operations/design-operations.js';
import { routeOf, toolOf } from './operations/operation.js';
import { sizeOperations } from './operations/size-operations.js';
import { profilesWith } from './profiles/find-profile.js';
import type { SamplingService } from './service.js';
import { createDesignsStore } from './store/designs-store.js';
import { migrations } from './store/migrations.js';
import type { SamplingTables } from './store/tables.js';

export default definePlugin({
  name: 'sampling',
  version: '1.0.0',
  manifest,
  config: samplingConfig,
  scopes: {
    sampling: 'design samples, select households, analyse periods, prepare submissions',
    'sampling/verify': 'approve or reject submitted designs',
  },
  migrations,
  setup(ctx) {
    const service: SamplingService = {
      profiles: profilesWith(ctx.config.profiles, ctx.config.defaultProfile),
      designs: createDesignsStore(ctx.database.as<SamplingTables>(), ctx.clock),
    };
    const operations = [...sizeOperations, ...designOperations(service)];
    return {
      tools: operations.map(toolOf),
      routes: operations.map(routeOf),
      // The first design should not pay for loading the distributions.
      background: [{ name: 'load-distributions', run: async () => void (await loadDistributions()) }],
    };
  },
});
