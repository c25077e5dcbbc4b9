import { definePlugin } from 'oracle-runtime/plugin';
import { Designs } from '../sampling/service.js';
import { Files } from '../vfs/service.js';
import { manifest } from './manifest.js';
import { formOperations } from './operations/form-operations.js';
import type { Surveys } from './services/surveys.js';
import { createFormsStore } from './store/forms-store.js';
import { migrations } from './store/migrations.js';
import type { SurveysTables } from './store/tables.js';

export default definePlugin({
  name: 'surveys',
  version: '1.0.0',
  manifest,
  dependsOn: ['sampling', 'vfs'],
  scopes: { surveys: 'make survey forms, take submissions of phones, say who was reached' },
  migrations,
  setup(ctx) {
    const db = ctx.database.as<SurveysTables>();
    const surveys: Surveys = {
      db,
      forms: createFormsStore(db, ctx.clock),
      designs: ctx.use(Designs),
      files: ctx.use(Files),
      shares: ctx.shares,
      keys: ctx.keys,
      clock: ctx.clock,
      logger: ctx.logger,
      oracle: ctx.oracle,
    };
    return { operations: formOperations(surveys) };
  },
});
