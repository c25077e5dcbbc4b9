import { createMcpClient, type GuardedTool, type McpClient } from 'oracle-runtime/mcp';
import { type AnyTool, definePlugin, defineTool, url } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** The tools of one MCP server, as a capability of this oracle. */
export default definePlugin({
  name: 'remote-tools',
  version: '1.0.0',
  manifest: {
    title: 'Remote tools',
    summary: 'Brings the tools of an MCP server.',
    whenToUse: ['Never: what it brings is a capability of its own.'],
    loading: 'silent',
  },
  env: { REMOTE_TOOLS_URL: url() },
  enabledBy: ['REMOTE_TOOLS_URL'],
  setup({ env, logger, clock, signal }) {
    const client = createMcpClient({
      name: 'remote',
      address: { url: env.REMOTE_TOOLS_URL },
      logger,
      clock,
      signal,
    });
    const manifest = {
      title: 'Remote',
      summary: 'Tools of a server elsewhere.',
      whenToUse: ['A task for them'],
    };
    return {
      capabilitySources: [
        {
          list: () => [{ name: 'remote-tools/all', manifest }],
          load: async (_name, _principal, signal) =>
            (await client.tools(signal)).tools.map((tool) => toolOf(client, tool)),
        },
      ],
      dispose: () => client.close(),
    };
  },
});

/** What may destroy things asks first: the server's own word for it is all that is known. */
function toolOf(client: McpClient, remote: GuardedTool): AnyTool {
  const { name, original, title, description, effect, idempotent, inputSchema } = remote;
  return defineTool({
    name,
    title,
    description,
    effect,
    idempotent,
    input: z.fromJSONSchema(inputSchema) as z.ZodObject,
    approval: effect === 'destructive' ? 'always' : 'never',
    async run(args, { signal, progress }) {
      const { structured, text } = await client.call(original, args, { signal, progress });
      return structured ?? { text };
    },
  });
}
