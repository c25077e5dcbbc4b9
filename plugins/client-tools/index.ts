import { definePlugin } from 'oracle-runtime/plugin';
import { clientTools } from './client-tools.js';
import { instructionsOf } from './instructions.js';
import { manifest } from './manifest.js';

export default definePlugin({
  name: 'client-tools',
  version: '1.0.0',
  manifest,
  setup: () => ({
    requestTools: ({ tools }) => clientTools(tools),
    promptSections: [{ name: 'client', body: ({ metadata }) => instructionsOf(metadata) }],
  }),
});
