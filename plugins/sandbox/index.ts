import { definePlugin, url } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { Files } from '../vfs/service.js';
import { manifest } from './manifest.js';

export default definePlugin({
  name: 'sandbox',
  version: '1.0.0',
  manifest,
  softDependsOn: ['vfs'],
  env: {
    SANDBOX_MCP_URL: url({
      desc: 'MCP server (streamable HTTP) that runs code, see examples/sandbox-server',
    }),
  },
  enabledBy: ['SANDBOX_MCP_URL'],
  config: z
    .strictObject({
      headers: z
        .record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'is no name of a header'), z.string())
        .default({})
        .describe(
          'Sent to the server with every call; a variable of the environment stands in braces after a dollar sign',
        ),
      mostBytes: z.int().min(1_024).max(1_073_741_824).default(104_857_600),
    })
    .prefault({}),
  scopes: { sandbox: 'run code in the sandbox, and move files in and out' },
  async setup(ctx) {
    // Nothing of it is read where it is off.
    const { setUpSandbox } = await import('./setup.js');
    return setUpSandbox({ url: ctx.env.SANDBOX_MCP_URL, ...ctx.config }, ctx, ctx.use(Files));
  },
});
