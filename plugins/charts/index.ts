import { definePlugin, provide } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { StoveUse } from '../monitoring/service.js';
import { Designs } from '../sampling/service.js';
import { Preferences } from '../user-preferences/service.js';
import { Files } from '../vfs/service.js';
import { createChartDrawer } from './charts.js';
import { manifest } from './manifest.js';
import { drawChart } from './operations/draw-chart.js';
import { designChart, drawDesignChart } from './operations/draw-design-chart.js';
import { readChart } from './operations/read-chart.js';
import { Charts } from './service.js';

/** Other plugins share the turns of one person. */
const OF_PLUGINS = 'plugins';

export default definePlugin({
  name: 'charts',
  version: '1.0.0',
  manifest,
  softDependsOn: ['sampling', 'monitoring', 'vfs', 'user-preferences'],
  scopes: { charts: 'draw charts, and read the numbers that they carry' },
  config: z.strictObject({ timeoutMs: z.int().min(500).max(60_000).default(5_000) }).prefault({}),
  setup(ctx) {
    const drawer = createChartDrawer({
      timeoutMs: ctx.config.timeoutMs,
      logger: ctx.logger,
      clock: ctx.clock,
      oracle: ctx.oracle,
    });
    const parts = {
      drawer,
      designs: ctx.use(Designs),
      stoveUse: ctx.use(StoveUse),
      files: ctx.use(Files),
      preferences: ctx.use(Preferences),
    };
    return {
      operations: [drawDesignChart(parts), drawChart(parts), readChart(parts)],
      services: [
        provide(Charts, {
          render: ({ format, ...chart }, signal) =>
            drawer.draw({ kind: 'chart', source: {}, ...chart }, format, OF_PLUGINS, signal),
          ofDesign: async (principal, wish, signal) =>
            drawer.draw(await designChart(principal, wish, parts), wish.format, principal.id, signal),
        }),
      ],
      dispose: () => drawer.dispose(),
    };
  },
});
