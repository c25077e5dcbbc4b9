import { definePlugin } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { Designs } from '../sampling/service.js';
import { Files } from '../vfs/service.js';
import { simulateCommand } from './commands/simulate.js';
import { manifest } from './manifest.js';
import { phoneRoutes } from './openrosa/routes.js';
import { fieldworkOperations } from './operations/fieldwork-operations.js';
import { formOperations } from './operations/form-operations.js';
import { phoneOperations, qrRoute } from './operations/phone-operations.js';
import { simulationOperation } from './operations/simulation-operation.js';
import type { Surveys } from './services/surveys.js';
import { createFormsStore } from './store/forms-store.js';
import { createKeysStore } from './store/keys-store.js';
import { migrations } from './store/migrations.js';
import { createSubmissionsStore } from './store/submissions-store.js';
import type { SurveysTables } from './store/tables.js';

export default definePlugin({
  name: 'surveys',
  version: '1.0.0',
  manifest,
  dependsOn: ['sampling', 'vfs'],
  scopes: { surveys: 'make survey forms, take submissions of phones, say who was reached' },
  config: z
    .strictObject({ maxSubmissionBytes: z.int().min(100_000).max(200_000_000).default(20_000_000) })
    .prefault({}),
  migrations,
  commands: [simulateCommand],
  setup(ctx) {
    const db = ctx.database.as<SurveysTables>();
    const surveys: Surveys = {
      db,
      forms: createFormsStore(db, ctx.clock),
      phones: createKeysStore(db, ctx.clock, ctx.principals),
      submissions: createSubmissionsStore(db, ctx.clock),
      designs: ctx.use(Designs),
      files: ctx.use(Files),
      shares: ctx.shares,
      keys: ctx.keys,
      clock: ctx.clock,
      logger: ctx.logger,
      oracle: ctx.oracle,
    };
    surveys.designs.heldBy(surveys.submissions.valuesOf);
    return {
      operations: [
        ...formOperations(surveys),
        ...phoneOperations(surveys),
        ...fieldworkOperations(surveys),
        simulationOperation(surveys),
      ],
      routes: [qrRoute(surveys), ...phoneRoutes(surveys, ctx.config.maxSubmissionBytes)],
    };
  },
});
