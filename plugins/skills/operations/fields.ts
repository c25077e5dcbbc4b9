import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { ORIGINS } from '../format/skill.js';

export const skillField = withWords(
  z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Name of the skill', examples: ['plan-a-sample'] }),
  { aliases: ['skill', 'name'] },
);

const origin = z.enum(ORIGINS).describe('own: of whoever asks; shipped: comes with the runtime');

export const listedSchema = z.object({
  name: z.string(),
  description: z.string(),
  origin,
  digest: z.string().describe('SHA-256 over its files, hex'),
  hasChecks: z.boolean(),
  warnings: z.array(z.string()).optional(),
});

export const skippedSchema = z.object({
  name: z.string(),
  origin,
  status: z.literal('invalid'),
  reason: z.string(),
});
