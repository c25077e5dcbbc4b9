import { definePlugin } from 'oracle-runtime/plugin';
import { Files } from '../vfs/service.js';
import { accountCheck } from './account/check-account.js';
import { matrixCommands, provisionStep } from './commands/index.js';
import { manifest } from './manifest.js';
import { env, matrixConfig } from './settings.js';
import { migrations } from './store/migrations.js';

export default definePlugin({
  name: 'matrix',
  version: '1.0.0',
  manifest,
  env,
  enabledBy: ['MATRIX_BASE_URL', 'MATRIX_ORACLE_ADMIN_USER_ID'],
  packages: {
    'matrix-js-sdk': '37.5.0',
    '@matrix-org/matrix-sdk-crypto-wasm': '^14.0.1',
    'fake-indexeddb': '6.2.8',
  },
  softDependsOn: ['vfs'],
  config: matrixConfig,
  migrations,
  commandGroup: {
    name: 'matrix',
    summary: "the oracle's account on a Matrix homeserver",
    usual: 'provision',
  },
  commands: matrixCommands,
  projectSteps: [provisionStep],
  checks: [accountCheck],
  async setup(ctx) {
    // Nothing of it is read where it is off.
    const { setupMatrix } = await import('./setup.js');
    return setupMatrix(ctx, ctx.use(Files));
  },
});
