import { z } from 'zod';

const PAGE = 20;
const LARGEST_PAGE = 50;

/** What operations that answer in pages are asked for. */
export const pageFields = {
  limit: z
    .int()
    .min(1)
    .max(LARGEST_PAGE)
    .default(PAGE)
    .meta({ description: 'How many at most', aliases: ['limit', 'at most', 'first'], examples: [10] }),
  cursor: z.string().max(500).optional().meta({ description: 'nextCursor of the page before' }),
};
