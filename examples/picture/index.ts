import { definePlugin, defineTool } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** Draws: the model reads the numbers back, the person gets the picture. */
export default definePlugin({
  name: 'picture',
  version: '1.0.0',
  manifest: {
    title: 'Picture',
    summary: 'Draws a bar.',
    whenToUse: ['Someone wants a share drawn'],
    loading: 'always',
  },
  setup: () => ({
    tools: [
      defineTool({
        name: 'draw_share',
        description: 'Draws a share of 1 as a bar for the person.',
        input: z.object({ share: z.number().min(0).max(1) }),
        run({ share }, rt) {
          const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="10"><rect width="${100 * share}" height="10"/></svg>`;
          const percent = `${Math.round(100 * share)} %`;
          rt.artifact({
            title: `Share of ${percent}`,
            mimeType: 'image/svg+xml',
            alt: `A bar that is filled to ${percent}.`,
            bytes: new TextEncoder().encode(svg),
          });
          return { drawn: percent };
        },
      }),
    ],
  }),
});
