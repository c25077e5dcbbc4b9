import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { plainWords } from '../schemas/plain-words.js';
import { ALGORITHMS, publicTime } from '../selection/selection-record.js';
import { designId, reason } from './design-operations.js';
import { registryId, registryPath } from './registry-operations.js';

const size = z.int().min(1).max(10_000_000);

/** What is drawn, from what. */
export const drawTerms = {
  registryId: registryId.optional(),
  registryPath,
  sampleSize: withWords(size.optional().describe('Such as 420'), {
    aliases: ['sample size', 'households', 'units', 'sample'],
  }),
  strata: z
    .array(z.object({ name: z.string().min(1).max(200), sampleSize: z.int().min(0).max(10_000_000) }))
    .min(1)
    .max(1000)
    .optional()
    .describe('Such as urban 252, rural 168'),
  replacements: withWords(z.int().min(0).max(10_000_000).default(0).describe('Stand-ins per stratum'), {
    aliases: ['replacements', 'reserves', 'substitutes'],
  }),
  algorithm: z
    .enum(ALGORITHMS)
    .default('sha256-ticket-v1')
    .describe('index: for very large registries; pps: by size'),
  columns: z
    .object({
      id: z.string().optional(),
      stratum: z.string().nullable().optional(),
      adopter: z.string().nullable().optional(),
      size: z.string().nullable().optional(),
    })
    .optional()
    .describe('Columns by role, when guessed wrongly; null: none'),
};

/** A number that JSON cannot carry exactly is refused further in, with words about seeds. */
export const seedInput = z.union([z.string().min(1).max(512), z.number().meta({ type: 'integer' })]);

const seed = withWords(seedInput.describe('Such as 20240220'), {
  aliases: ['seed', 'random seed'],
});

const beacon = z
  .object({
    signature: z.string(),
    round: z.int().positive().optional().describe('Default that of the commitment'),
    randomness: z.string().optional().describe('Default the SHA-256 of the signature'),
  })
  .describe('drand value of the round, hexadecimal');

const authority = z.object({
  value: z.string().min(1).max(512),
  reference: plainWords(500),
  publicAt: withWords(
    z
      .string()
      // Not a pattern of the schema, which is long, and which models pay for.
      .refine((text) => publicTime.safeParse(text).success, {
        error: 'must be a day such as 2024-02-19 or a time such as 2024-02-19T20:00:00Z',
      })
      .optional()
      .describe('YYYY-MM-DD'),
    { aliases: ['public since day', 'published on day'] },
  ),
});

const { columns: _, ...forTools } = drawTerms;

/** The same for a tool: in a conversation the columns are settled when the registry is registered. */
export const drawToolTerms = forTools;

const { registryId: whichRegistry, registryPath: whichFile } = forTools;

/** The same for `commit_to_draw`: in a conversation one commits to what the design plans. */
export const commitToolTerms = { registryId: whichRegistry, registryPath: whichFile };

export const commitmentId = z
  .string()
  .regex(/^commitment-[A-Za-z0-9-]{1,60}$/, 'must be an id such as commitment-9a55…')
  .describe('Such as commitment-9a55…');

/** Where the randomness comes from. */
export const seedTerms = {
  designId: withWords(designId.optional(), { aliases: ['design', 'design id', 'the sample'] }),
  seed: withWords(seed.optional(), { orElse: ['commitmentId'] }),
  commitmentId: commitmentId.optional(),
  beacon: beacon.optional(),
  authority: authority.optional(),
  acknowledgeAdoptersOnly: z.boolean().optional().describe('All are adopters'),
  panel: withWords(z.enum(['kept', 'fresh']).optional().describe('Same homes, or others'), {
    aliases: ['panel'],
  }),
  reason: reason.optional().describe('Why again'),
};

const { beacon: _beacon, ...seedWords } = seedTerms;

/** The same for a tool: of a beacon the signature says all. */
export const seedToolTerms = {
  ...seedWords,
  drandSignature: z.string().optional(),
};

/** Which value of an authority is committed to, or which round of drand by its time. */
export const whichValueTerms = {
  reference: withWords(plainWords(500).optional().describe('Such as draw 61'), {
    aliases: ['reference', 'draw number', 'issue'],
  }),
  publicFrom: withWords(
    z
      .string()
      .refine((text) => publicTime.safeParse(text).success, {
        error: 'must be a day such as 2024-02-19 or a time such as 2024-02-19T20:00:00Z',
      })
      .optional()
      .describe('YYYY-MM-DD'),
    { aliases: ['public from', 'day of the value'] },
  ),
};

/** A number of another draw is no round: quicknet had a million of them within weeks of its start. */
export const toolRound = z.int().min(1_000_000).optional().describe('Future drand round');

/** The clock time beside `publicFrom`: in a conversation people say the two apart. */
export const publicClock = withWords(
  z
    .string()
    .refine((text) => /^([01]?\d|2[0-3]):[0-5]\d$/.test(text), {
      error: 'must be a clock time such as 20:00',
    })
    .optional()
    .describe('20:00, UTC'),
  { aliases: ['public from', 'clock'] },
);

/** What is committed to before the randomness exists. */
export const commitTerms = {
  designId,
  round: z.int().positive().optional().describe('Future round of drand quicknet'),
  authority: plainWords(200).optional().describe('Name or DID'),
  supersedes: withWords(commitmentId.optional(), {
    aliases: ['in place of', 'supersedes'],
  }),
  reason: reason.optional(),
};
