import { z } from 'zod';

/** Which part of a list is asked for. */
export const page = {
  limit: z.int().min(1).max(100).default(20).describe('At most this many'),
  cursor: z.string().max(500).optional(),
};
