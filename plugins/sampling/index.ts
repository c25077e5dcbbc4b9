import { definePlugin, provide, str } from 'oracle-runtime/plugin';
import { Files } from '../vfs/service.js';
import { samplingConfig } from './config.js';
import { capabilities } from './manifest.js';
import { commitmentOperations } from './operations/commitment-operations.js';
import { designOperations } from './operations/design-operations.js';
import { fieldTestOperations } from './operations/field-test-operations.js';
import { periodOperations } from './operations/period-operations.js';
import { recalculationOperations } from './operations/recalculation-operations.js';
import { recordOperations } from './operations/record-operations.js';
import { registryOperations, uploadRoute, uploadTool } from './operations/registry-operations.js';
import { selectionListRoute } from './operations/selection-list-route.js';
import { selectionOperations } from './operations/selection-operations.js';
import { sizeOperations } from './operations/size-operations.js';
import { submissionCsvRoute, submissionOperations } from './operations/submission-operations.js';
import { readingsRoute, trailOperations } from './operations/trail-operations.js';
import { verifyCommand } from './selection/verify-command.js';
import { Designs } from './service.js';
import { createDesignService } from './services/design-service.js';
import { alsoForShared, shareableDesigns } from './services/in-place-of-owner.js';
import { createSamplingService } from './services/sampling-service.js';
import { migrations } from './store/migrations.js';
import type { SamplingTables } from './store/tables.js';
import { designTexts } from './texts/design-texts.js';

export default definePlugin({
  name: 'sampling',
  version: '1.0.0',
  capabilities,
  softDependsOn: ['vfs'],
  env: {
    SAMPLING_SUBMISSION_TOKEN: str({ default: '', desc: 'Bearer token of the submission endpoint' }),
  },
  config: samplingConfig,
  scopes: {
    sampling: 'design samples, select households, analyse periods, prepare submissions',
    'sampling/verify': 'approve or reject every submitted design, and with `sampling` read it',
  },
  migrations,
  commands: [verifyCommand],
  setup(ctx) {
    const service = createSamplingService({
      db: ctx.database.as<SamplingTables>(),
      blobs: ctx.blobs,
      files: ctx.use(Files),
      shares: ctx.shares,
      clock: ctx.clock,
      signer: ctx.signer,
      restored: ctx.restored,
      logger: ctx.logger,
      config: ctx.config,
      submissionToken: ctx.env.SAMPLING_SUBMISSION_TOKEN,
    });
    const designs = createDesignService(service);
    // Fixed paths stand before `/v1/sampling/:designId`, which would take them.
    const operations = alsoForShared(service, [
      ...sizeOperations(service),
      ...fieldTestOperations,
      ...registryOperations(service),
      ...selectionOperations(service),
      ...commitmentOperations(service),
      ...periodOperations(service),
      ...trailOperations(service),
      ...recalculationOperations(service),
      ...submissionOperations(service),
      ...designOperations(service),
    ]);
    return {
      operations: [...operations, ...recordOperations(operations)],
      tools: [uploadTool(service)],
      routes: [
        uploadRoute(service),
        selectionListRoute(service),
        readingsRoute(service),
        submissionCsvRoute(service),
      ],
      shareables: [shareableDesigns(service)],
      services: [provide(Designs, designs)],
      textSources: [designTexts(designs)],
    };
  },
});
