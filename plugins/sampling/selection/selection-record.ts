import { canonicalHash } from 'oracle-runtime/kit';
import { z } from 'zod';

export const ALGORITHMS = ['sha256-ticket-v1', 'sha256-index-v1', 'sha256-pps-systematic-v1'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
/** A day or a time. */
export const publicTime = z.union([z.iso.date(), z.iso.datetime()]);
const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();

const strataHashes = list(z.object({ name: z.string(), size: count, sha256 }));

const planSchema = z.object({
  strata: list(z.object({ name: z.string().nullable(), size: count, replacements: count })),
});

const commitmentSchema = z.object({
  designId: z.string(),
  number: z.int().positive().optional(),
  frameSha256: sha256,
  bound: z
    .object({
      strata: strataHashes.nullable(),
      adopters: z.object({ yes: sha256, no: sha256 }).nullable(),
      sizes: sha256.nullable(),
    })
    .optional(),
  plan: planSchema,
  algorithm: z.string(),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('drand'), chainHash: sha256, round: count }),
    z.object({
      kind: z.literal('authority'),
      authority: z.string(),
      reference: z.string().optional(),
      publicFrom: publicTime.optional(),
    }),
  ]),
  text: z.string(),
  sha256,
  committedAt: z.iso.datetime(),
});

const originSchema = z.discriminatedUnion('kind', [
  z.object({
    trust: z.literal('reproducible'),
    kind: z.literal('typed'),
    given: z.enum(['string', 'number']),
    rule: z.string(),
  }),
  z.object({
    trust: z.literal('verifiable'),
    kind: z.literal('drand'),
    commitment: commitmentSchema,
    beacon: z.object({ round: count, randomness: sha256, signature: z.string() }),
    checked: z.string(),
  }),
  z.object({
    trust: z.literal('verifiable'),
    kind: z.literal('authority'),
    commitment: commitmentSchema,
    authority: z.object({
      value: z.string(),
      reference: z.string(),
      publicAt: publicTime.optional(),
      receivedAt: z.iso.datetime(),
    }),
  }),
]);

const unitSchema = z.object({
  /** Place in the draw of its stratum, from 1; replacements go on counting. */
  order: z.int().positive(),
  id: z.string(),
  /** `sha256-ticket-v1`. */
  ticket: sha256.optional(),
  /** `sha256-index-v1` and systematic PPS: position in the sorted stratum, from 1. */
  index: z.int().positive().optional(),
  counter: z.int().positive().optional(),
  /** Systematic PPS. */
  size: z.number().positive().optional(),
  probability: z.number().optional(),
  certain: z.boolean().optional(),
  hit: z.number().optional(),
  adopter: z.boolean().optional(),
});

const drawnStratumSchema = z.object({
  name: z.string().nullable(),
  frameSize: count,
  /** The text that goes before each hash's own part, see `method`. */
  seed: z.string(),
  selected: list(unitSchema),
  replacements: list(unitSchema),
  /** SHA-256 of the selected ids in order, each ended by a line break. */
  selectedSha256: sha256,
});

/**
 * The record of a draw: everything that someone else needs, beside the registry itself, to repeat it and to see that
 * nothing was chosen by hand. Plain JSON; `sha256` is over the canonical form (RFC 8785) of the rest.
 */
export const selectionRecordSchema = z.object({
  type: z.literal('sampling-selection'),
  version: z.literal(1),
  algorithm: z.enum(ALGORITHMS),
  /** The algorithm in words. */
  method: z.string(),
  designId: z.string(),
  projectId: z.string().optional(),
  drawnAt: z.iso.datetime(),
  /** Which draw of its design it is, and where the design's trail stood before it; absent without a design. */
  trail: z
    .object({ draw: z.int().positive(), head: z.object({ length: count, hash: sha256 }).nullable() })
    .optional(),
  seed: z.object({ text: z.string(), origin: originSchema }),
  frame: z.object({
    name: z.string(),
    size: count,
    sha256,
    idRule: z.string(),
    columns: z.object({
      id: z.string(),
      stratum: z.string().optional(),
      adopter: z.string().optional(),
      size: z.string().optional(),
    }),
    strata: strataHashes.optional(),
    adoption: z.object({ adopters: count, nonAdopters: count, unclear: count }).optional(),
    adoptersOnlyAcknowledged: z.boolean().optional(),
    /** Rows of the registry that are no units. */
    leftOut: list(z.object({ line: count, why: z.string(), text: z.string() })).optional(),
    warnings: list(z.string()),
  }),
  plan: planSchema,
  strata: list(drawnStratumSchema),
  /** SHA-256 of all selected ids, stratum after stratum, each ended by a line break. */
  selectedSha256: sha256,
  /** Non-adopters that the draw took. */
  nonAdoptersSelected: count.optional(),
  systematic: z
    .object({ total: z.number(), interval: z.number(), start: z.number(), uniform: z.number() })
    .optional(),
  check: z.object({
    ids: z.string().optional(),
    unit: z.string(),
    lists: list(z.object({ stratum: z.string().nullable(), command: z.string(), expect: sha256 })),
    program: z.string(),
  }),
  sha256,
});

export type SelectionRecord = z.infer<typeof selectionRecordSchema>;
export type SelectionUnit = z.infer<typeof unitSchema>;
export type DrawnStratum = z.infer<typeof drawnStratumSchema>;

/** Adds the record's own hash. */
export function sealRecord(record: Omit<SelectionRecord, 'sha256'>): SelectionRecord {
  return { ...record, sha256: canonicalHash(record) };
}

/** The hash that a record should carry: of one from elsewhere give it as it stands there, not what a schema left of it. */
export function recordHash({ sha256: _own, ...rest }: SelectionRecord): string {
  return canonicalHash(rest);
}

/** The hash of the strata of the registry that was drawn from, in the order of their names; null where it was one whole. */
export function strataHash({ frame: { strata } }: Pick<SelectionRecord, 'frame'>): string | null {
  if (strata === undefined) return null;
  return canonicalHash([...strata].sort((a, b) => (a.name < b.name ? -1 : 1)));
}

/** Selected units in the order in which a smaller sample lets go of them: the last drawn first, so that what stays is the smaller draw. */
export function releaseOrder(record: SelectionRecord, stratum: string | null = null): SelectionUnit[] {
  return [...(record.strata.find((each) => each.name === stratum)?.selected ?? [])].reverse();
}

/** What a record says in the place of a design where the draw was made for none. */
export const NO_DESIGN = 'none';

/** The design of a draw; null where it was made for none. */
export function designOf({ designId }: Pick<SelectionRecord, 'designId'>): string | null {
  return designId === NO_DESIGN ? null : designId;
}
