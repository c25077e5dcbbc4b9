import { startTestOracle, testContext } from 'oracle-runtime/testing';
import { expect, it } from 'vitest';
import plugin from './index.js';

it('answers by its setting', async () => {
  const unit = await testContext(plugin, { env: { PLUGIN_NAME_GREETING: 'Jambo' } });
  expect(await unit.call('ask_plugin_name', { about: 'Nairobi' })).toEqual({
    text: 'Jambo from plugin name: nothing is known of Nairobi yet.',
  });
  await unit.close();
});

it('is used by the chat, as its example says', async () => {
  const oracle = await startTestOracle({ plugins: [plugin] });
  const chat = await oracle.owner.chat();
  expect((await chat.say('Ask plugin name about Nairobi')).text).toContain('nothing is known of Nairobi yet');
  await oracle.close();
});
