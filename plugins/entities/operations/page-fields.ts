import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';

const PAGE = 20;
const LARGEST_PAGE = 50;

/** What operations that answer in pages are asked for. */
export const pageFields = {
  limit: withWords(
    z
      .int()
      .min(1)
      .max(LARGEST_PAGE)
      .default(PAGE)
      .meta({ description: 'How many at most', examples: [10] }),
    { aliases: ['limit', 'at most', 'first'] },
  ),
  cursor: z.string().max(500).optional().meta({ description: 'nextCursor of the page before' }),
};
