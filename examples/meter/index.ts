import { definePlugin, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** Gives everybody so many tokens, counts what their runs use and refuses once they are used up. */
export default definePlugin({
  name: 'meter',
  version: '1.0.0',
  manifest: {
    title: 'Meter',
    summary: 'Counts tokens.',
    whenToUse: ['Always'],
    loading: 'silent',
  },
  config: z.object({ tokens: z.int().positive().default(1_000) }),
  setup({ config }) {
    const used = new Map<string, number>();
    return {
      middleware: [
        {
          name: 'meter',
          async wrapRun(run, next) {
            const before = used.get(run.principal.id) ?? 0;
            if (before >= config.tokens) {
              throw new OracleError('credits_exhausted', {
                detail: `All ${config.tokens} tokens are used.`,
                hint: 'Ask the operator of this oracle for more.',
              });
            }
            const outcome = await next(run);
            const { inputTokens, cachedInputTokens = 0, outputTokens } = outcome.usage;
            used.set(run.principal.id, before + inputTokens - cachedInputTokens + outputTokens);
            return outcome;
          },
        },
      ],
    };
  },
});
