import { startTestOracle } from 'oracle-runtime/testing';
import { expect, it } from 'vitest';
import { everythingServer } from '../../src/mcp-client/testing/everything-server.mjs';
import { serveMcp } from '../../src/mcp-client/testing/serve-mcp.js';
import remoteTools from './index.js';

it('brings the tools of an MCP server to the agent, and asks before what may destroy things', async () => {
  const server = await serveMcp(() => everythingServer());
  const oracle = await startTestOracle({
    plugins: [remoteTools],
    env: { REMOTE_TOOLS_URL: server.url },
    script: [
      { toolCalls: [{ name: 'load_capability', args: { names: ['remote-tools/all'] } }] },
      { toolCalls: [{ name: 'remote_get_sum', args: { a: 1, b: 2 } }] },
      { toolCalls: [{ name: 'remote_fail', args: {} }] },
      { text: 'There is none.' },
    ],
  });
  try {
    const chat = await oracle.chat();
    const turn = await chat.say('Add, and then ask for a stove.');
    expect(turn.toolCalls[1]).toMatchObject({ name: 'remote_get_sum', output: { sum: 3 } });
    expect(turn.approvals).toMatchObject([{ tool: 'remote_fail' }]);
    const after = await chat.decide(true);
    expect(after.toolCalls).toMatchObject([{ name: 'remote_fail', error: 'There is no such stove.' }]);
    expect(after.text).toBe('There is none.');
  } finally {
    await oracle.close();
    await server.close();
  }
});
