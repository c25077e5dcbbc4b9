import { canonicalHash, fieldErrors } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** A cell of the table that a picture shows. */
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The numbers of a picture as a table; each row has a cell for each column. */
export const chartTable = z.object({
  columns: z.array(z.string()).readonly(),
  rows: z.array(z.array(cell).readonly()).readonly(),
});

export type ChartTable = z.output<typeof chartTable>;
export type ChartCell = z.output<typeof cell>;

const head = z.object({ length: z.int().nonnegative(), hash: z.string() });

/** Where the numbers come from. */
export const chartSource = z.object({
  designId: z.string().optional(),
  /** Head of the design's trail when it was drawn. */
  trail: head.optional(),
  selectionId: z.string().optional(),
  /** SHA-256 of the record of the draw. */
  selectionSha256: z.string().optional(),
  periodIds: z.array(z.string()).readonly().optional(),
  useReportId: z.string().optional(),
  file: z.object({ path: z.string(), version: z.int(), sha256: z.string() }).optional(),
});

export type ChartSource = z.output<typeof chartSource>;

const unsealed = z.object({
  type: z.literal('oracle-chart'),
  version: z.literal(1),
  /** Such as `allocation`; `chart` for a free one. */
  kind: z.string(),
  title: z.string(),
  /** What it shows, in words. */
  alt: z.string(),
  source: chartSource,
  table: chartTable,
  /** ISO 8601 UTC. */
  drawnAt: z.string(),
  /** DID of the oracle that drew it; null for one without an identity. */
  oracle: z.string().nullable(),
});

/** What a picture carries: its numbers, where they come from, and a hash over all of it. */
export const pictureRecord = unsealed.extend({ sha256: z.string() });

export type PictureRecord = z.output<typeof pictureRecord>;

/** Adds the hash (SHA-256 of the canonical JSON of the rest, RFC 8785). */
export function sealPicture(record: z.output<typeof unsealed>): PictureRecord {
  return { ...record, sha256: canonicalHash(record) };
}

/** Whether a record is as it was sealed. */
export function isIntact({ sha256, ...rest }: PictureRecord): boolean {
  return canonicalHash(rest) === sha256;
}

/** @throws OracleError `invalid_request` for what is no record */
export function parsePicture(text: string): PictureRecord {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw unreadable('it is no JSON', cause);
  }
  const parsed = pictureRecord.safeParse(json);
  if (parsed.success) return parsed.data;
  const [first] = fieldErrors(parsed.error);
  throw unreadable(first === undefined ? 'it does not fit' : `${first.field} ${first.message}`);
}

function unreadable(why: string, cause?: unknown): OracleError {
  return new OracleError('invalid_request', {
    detail: `The picture carries a record that cannot be read: ${why}.`,
    hint: 'Ask for the picture as it was drawn.',
    errors: [{ field: 'picture', message: 'carries a record that cannot be read' }],
    cause,
  });
}
