import { definePlugin } from 'oracle-runtime/plugin';
import { Connection } from './connection/connection.js';
import { manifest } from './manifest.js';
import { RoomMemories } from './memory/room-memories.js';
import { memoryTools } from './memory/tools.js';
import { account, env, matrixConfig } from './settings.js';
import { Accounts } from './store/accounts.js';
import { migrations } from './store/migrations.js';
import { Sessions } from './store/sessions.js';

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
  config: matrixConfig,
  migrations,
  setup({ env, database, blobs, keys, logger, clock }) {
    const sessions = new Sessions(database, clock);
    const connection = new Connection({
      ...account(env),
      accounts: new Accounts(database, keys),
      blobs,
      keys,
      logger,
      onClient: () => undefined,
      onPrepared: async () => undefined,
    });
    return {
      tools: memoryTools(new RoomMemories(database, keys, clock), sessions),
      ready: (signal) => connection.connect(signal),
      health: () => connection.health(),
      dispose: () => connection.close(),
    };
  },
});
