import { definePlugin, provide, url } from 'oracle-runtime/plugin';
import { Designs } from '../sampling/service.js';
import { Tasks } from '../tasks/service.js';
import { Files } from '../vfs/service.js';
import { monitoringConfig } from './config.js';
import { capabilities } from './manifest.js';
import { monitoringOperations } from './operations/index.js';
import { eventsRoute, uploadRoute } from './operations/routes.js';
import { StoveUse } from './service.js';
import type { MonitoringService } from './services/monitoring-service.js';
import { reportedUse } from './services/reported-use.js';
import { createStoveUseService } from './services/stove-use-service.js';
import { createReportsStore, type MonitoringTables, migrations } from './store/reports-store.js';

export default definePlugin({
  name: 'monitoring',
  version: '1.0.0',
  capabilities,
  dependsOn: ['sampling'],
  softDependsOn: ['vfs', 'tasks'],
  env: {
    DRAND_URL: url({
      default: 'https://api.drand.sh',
      desc: 'HTTP relay of drand, from which committed draws have their value; what it says is checked',
    }),
  },
  config: monitoringConfig,
  scopes: { monitoring: 'analyse stove use and kitchen tests' },
  migrations,
  setup(ctx) {
    const service: MonitoringService = {
      reports: createReportsStore(ctx.database.as<MonitoringTables>(), ctx.clock),
      designs: ctx.use(Designs),
      files: ctx.use(Files),
      blobs: ctx.blobs,
      clock: ctx.clock,
      logger: ctx.logger,
      config: ctx.config,
      plans: ctx.use(Tasks),
      drandUrl: ctx.env.DRAND_URL,
    };
    service.designs.reportedBy(reportedUse(service));
    return {
      operations: monitoringOperations(service),
      routes: [eventsRoute(service), uploadRoute(service)],
      services: [provide(StoveUse, createStoveUseService(service))],
    };
  },
});
