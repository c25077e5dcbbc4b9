import { definePlugin, makeValidator, url } from 'oracle-runtime/plugin';
import { manifest } from './manifest.js';

const apiKey = makeValidator((input) => {
  if (/^[\x21-\x7e]{8,500}$/.test(input)) return input;
  throw new Error('it is no API key: 8 to 500 visible ASCII characters');
});

export default definePlugin({
  name: 'toolkit',
  version: '1.0.0',
  manifest,
  env: {
    TOOLKIT_API_KEY: apiKey({ desc: 'API key of the tool router at TOOLKIT_BASE_URL' }),
    TOOLKIT_BASE_URL: url({ desc: 'Base URL of a tool router, see docs/plugins/toolkit.md' }),
  },
  enabledBy: ['TOOLKIT_API_KEY', 'TOOLKIT_BASE_URL'],
  scopes: { toolkit: 'connect accounts of apps, and use their tools' },
  async setup(ctx) {
    // Nothing of it is read where it is off.
    const { setUpToolkit } = await import('./setup.js');
    return setUpToolkit({ apiKey: ctx.env.TOOLKIT_API_KEY, baseUrl: ctx.env.TOOLKIT_BASE_URL }, ctx);
  },
});
