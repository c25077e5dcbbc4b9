import { z } from 'zod';
import { BUILT_IN_PROFILES, DEFAULT_PROFILE } from './profiles/built-in-profiles.js';

const level = z.number().gt(0).lt(1);
const count = z.int().min(0).max(1_000_000);

/** An operator's own standard. */
const profile = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be kebab-case'),
  title: z.string().min(1),
  confidence: level,
  precision: level,
  minimumSample: count.default(30),
  minimumStratum: count.default(30),
  censusBelow: count.default(0),
  missRule: z.enum(['bound-if-missed', 'always-bound', 'precision-deduction']).default('bound-if-missed'),
  proportionInterval: z.enum(['wilson', 'clopper-pearson']).default('wilson'),
  source: z.string().min(1),
});

/** Section `plugins.sampling` of `oracle.config.json`. */
export const samplingConfig = z
  .strictObject({
    /** Profiles besides the built-in ones; one of the same name replaces it. */
    profiles: z.array(profile).default([]),
    /** The profile of a request that names none. */
    defaultProfile: z.string().default(DEFAULT_PROFILE),
    /** Bytes of an uploaded registry. */
    maxRegistryBytes: z
      .int()
      .positive()
      .default(1024 ** 3),
    /** Where an authority receives submissions; without it they are exported for delivery by hand. */
    submission: z
      .strictObject({
        url: z
          .url()
          .refine(isSafeUrl, { message: 'must be https, or http on this machine, without credentials' }),
        timeoutMs: z.int().min(100).max(120_000).default(30_000),
      })
      .optional(),
  })
  .refine(
    ({ profiles, defaultProfile }) =>
      [...BUILT_IN_PROFILES, ...profiles].some(({ name }) => name === defaultProfile),
    { path: ['defaultProfile'], message: 'must name a built-in profile or one of `profiles`' },
  );

export type SamplingConfig = z.output<typeof samplingConfig>;

function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  return username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && local));
}
