import { defineClientTool, definePlugin } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** What time it is where the person sits: only their client knows, so their client runs the tool. */
export default definePlugin({
  name: 'client-clock',
  version: '1.0.0',
  manifest: {
    title: 'Clock of the client',
    summary: 'Reads the clock of whoever asks.',
    whenToUse: ['Someone asks what time it is where they are'],
    loading: 'always',
  },
  setup: () => ({
    tools: [
      defineClientTool({
        name: 'read_client_clock',
        description: "The local time of the person's device, ISO 8601 with its offset.",
        input: z.object({}),
        output: z.object({ time: z.iso.datetime({ offset: true }) }),
      }),
    ],
  }),
});
