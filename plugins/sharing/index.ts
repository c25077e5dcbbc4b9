import { definePlugin } from 'oracle-runtime/plugin';
import { manifest } from './manifest.js';
import { sharingOperations } from './operations.js';

export default definePlugin({
  name: 'sharing',
  version: '1.0.0',
  manifest,
  scopes: { share: 'let other people see or change what is yours' },
  setup: ({ shares }) => ({ operations: sharingOperations(shares) }),
});
