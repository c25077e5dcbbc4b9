import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundledPlugins, optionalPlugins, partsOfEveryOracle } from '../plugins/index.js';
import { isConsequential } from '../src/planner/dialogue/consent/consent.js';
import { META_TOOLS } from '../src/planner/testing/meta-tools.js';
import { talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { loadModel } from '../src/planner/understanding/load-model.js';
import { withOwnPlugins } from '../src/planner/understanding/own-plugins.js';
import { withFolder } from '../src/plugin-folder.js';
import { bootedCapabilities } from './support/booted-capabilities.js';

/** Nothing answers there: what people may ask for is known before. */
const NOBODY = 'http://127.0.0.1:9';
const ENV = {
  MEMORY_MCP_URL: `${NOBODY}/mcp`,
  MEMORY_ENGINE_URL: NOBODY,
  WEBCRAWL_MCP_URL: `${NOBODY}/mcp`,
  SANDBOX_MCP_URL: `${NOBODY}/mcp`,
  TOOLKIT_API_KEY: 'a-key-of-the-test',
  TOOLKIT_BASE_URL: NOBODY,
  CHAT_BOT_TOKEN: 'xoxb-test-token',
  CHAT_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
  REDIS_URL: 'redis://127.0.0.1:9',
  MATRIX_BASE_URL: NOBODY,
  MATRIX_ORACLE_ADMIN_USER_ID: '@oracle:localhost',
  MATRIX_ORACLE_ADMIN_ACCESS_TOKEN: 'a-token-of-the-test',
};

it('every example of the optional plugins, said word for word, gives its tool and exactly its arguments', async () => {
  const optional = optionalPlugins.map((plugin) => withFolder(plugin, join('plugins', plugin.name)));
  const plugins = [...partsOfEveryOracle, ...bundledPlugins, ...optional];
  const capabilities = await bootedCapabilities(plugins, ENV);
  const shipped = await loadModel();
  if (shipped === undefined) throw new Error('The shipped model is missing.');
  const bound = [...META_TOOLS, ...capabilities.flatMap(({ tools }) => tools)];
  const options = { capabilities, bound, model: withOwnPlugins(shipped, capabilities) };

  const own = capabilities.filter(({ plugin, name }) =>
    optionalPlugins.some((one) => one.name === (plugin ?? name)),
  );
  expect(new Set(own.map(({ plugin, name }) => plugin ?? name)).size).toBe(optionalPlugins.length);
  for (const { manifest, tools } of own) {
    for (const { user, tool, args = {} } of manifest.examples ?? []) {
      const schema = tools.find(({ name }) => name === tool);
      const asked = schema !== undefined && isConsequential(schema);
      const { calls } = asked ? talkAndAgree([user], options) : talk([user], options);
      expect.soft(calls, user).toEqual([{ name: tool, args }]);
    }
  }
}, 180_000);
