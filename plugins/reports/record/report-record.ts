import { canonicalHash, type DocumentSignature, fieldErrors, signDocument } from 'oracle-runtime/kit';
import { OracleError, type Signer } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Figure, ReportBody } from '../document/report-body.js';

const text = z.string().max(1_000_000);
const inline = z.union([text, z.strictObject({ figure: text })]);
const cell = z.array(inline).readonly();
const block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), inlines: cell }),
  z.strictObject({ kind: z.literal('list'), items: z.array(cell).readonly() }),
  z.strictObject({ kind: z.literal('formula'), inlines: cell }),
  z.strictObject({
    kind: z.literal('table'),
    caption: text,
    columns: z
      .array(z.strictObject({ title: text, share: z.number(), align: z.literal('right').exactOptional() }))
      .readonly(),
    rows: z.array(z.array(cell)).readonly(),
  }),
  z.strictObject({ kind: z.literal('picture'), name: text, caption: text }),
]);

const body = z.strictObject({
  title: text,
  subtitle: text,
  sections: z.array(z.strictObject({ title: text, blocks: z.array(block).readonly() })).readonly(),
}) satisfies z.ZodType<ReportBody>;

const format = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('number'), digits: z.int().min(0).max(15).exactOptional() }),
  z.strictObject({ kind: z.literal('percent'), digits: z.int().min(0).max(15) }),
  z.strictObject({ kind: z.literal('text') }),
  z.strictObject({ kind: z.literal('yes-no') }),
]);

const figure = z.strictObject({
  id: z.string().regex(/^f\d+$/),
  of: text,
  path: text,
  format,
  follows: z
    .strictObject({ rule: z.enum(['sum', 'round up']), from: z.array(text).readonly() })
    .exactOptional(),
}) satisfies z.ZodType<Figure>;

const unsealed = z.strictObject({
  type: z.literal('oracle-report'),
  version: z.literal(1),
  /** Such as `sampling-plan`. */
  kind: text,
  /** ISO 8601 UTC. */
  writtenAt: text,
  decimal: z.enum(['.', ',']),
  /** What stands between thousands; by default the other of the two signs. */
  group: z.enum(['', ',', '.', '\u00a0', '’']).exactOptional(),
  body,
  figures: z.array(figure).readonly(),
  /** What the figures are of, whole. */
  documents: z.record(z.string(), z.unknown()),
  /** SHA-256 of each picture as it was put in, by its name. */
  pictures: z.record(z.string(), text),
  /** How each picture stands in the report, in CSS pixels. Reports of before carry none. */
  frames: z
    .record(z.string(), z.strictObject({ width: z.number(), height: z.number(), alt: text }))
    .exactOptional(),
});

const signature = z.object({
  algorithm: z.literal('Ed25519'),
  canonicalization: z.literal('RFC 8785'),
  signer: text,
  value: text,
}) satisfies z.ZodType<DocumentSignature>;

const sealed = unsealed.extend({ sha256: text, signature: signature.nullable() });

export type UnsealedReport = z.output<typeof unsealed>;
/** What a report carries inside: its words, its figures and all that they are of, hashed and signed. */
export type ReportRecord = z.output<typeof sealed>;

/** Adds the hash (SHA-256 of the canonical JSON, RFC 8785) and the signature of the oracle over that of the rest. */
export async function sealReport(report: UnsealedReport, signer: Signer | undefined): Promise<ReportRecord> {
  // As it will be read again: without what JSON leaves out.
  const plain = JSON.parse(JSON.stringify(report)) as UnsealedReport;
  const sha256 = canonicalHash(plain);
  const signed = signer === undefined ? null : await signDocument({ ...plain, sha256 }, signer);
  return { ...plain, sha256, signature: signed };
}

/** @throws OracleError `invalid_request` for what is no record */
export function parseRecord(json: string): ReportRecord {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw unreadable('it is no JSON');
  }
  const parsed = sealed.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = fieldErrors(parsed.error);
  throw unreadable(`${first?.field ?? ''} ${first?.message ?? 'does not fit'}`);
}

function unreadable(why: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `The report carries a record that cannot be read: ${why}.`,
    hint: 'Ask for the file as the oracle wrote it.',
    errors: [{ field: 'file', message: 'carries a record that cannot be read' }],
  });
}
