import { z } from 'zod';
import { ANALYSED } from './analysed-shape.js';
import type { TrailFault } from './trail-chain.js';
import type { TrailEntry, TrailEvent } from './trail-entry.js';

const text = z.string();
const maybe = z.string().nullable();
const count = z.int().min(0);
const day = z.iso.date();
const head = z.object({ length: count, hash: text });
/** What each kind of entry says at least; later versions say more. */
const KINDS: Readonly<Record<TrailEvent['kind'], z.ZodType>> = {
  begun: z.object({
    note: text,
    designSha256: text,
    commitments: z.array(text),
    draws: z.array(z.object({ selectionId: text, recordSha256: text, frameSha256: text, seed: text })),
    periods: z.array(text),
  }),
  created: z.object({
    designSha256: text,
    recalculates: z.object({ designId: text, head: head.nullable() }).nullable(),
  }),
  moved: z.object({ action: text, status: text, verifier: maybe, independent: z.boolean().nullable() }),
  committed: z.object({
    commitmentId: text,
    commitment: count,
    sha256: text,
    frameSha256: text,
    source: text,
    publicAt: maybe,
    whichValue: text.nullish(),
    supersedes: maybe,
    leftOpen: z.array(z.object({ commitmentId: text, designId: text, since: maybe })).optional(),
  }),
  drawn: z.object({
    selectionId: text,
    draw: count,
    recordSha256: text,
    frameSha256: text,
    selectedSha256: text,
    seed: text,
    commitmentId: maybe,
    valueTold: z
      .object({
        value: text,
        reference: text,
        sameDigits: count,
        sameNumbers: count.optional(),
        sameReference: count,
        atReference: z.array(text).optional(),
      })
      .nullish(),
    surplus: z.object({ drawn: count, planned: count }).nullish(),
    mistyped: z.object({ ids: count, example: text }).nullish(),
    repeated: z
      .object({
        rows: count,
        of: count,
        columns: z.array(text),
        alike: z.array(text).optional(),
        pairs: count.optional(),
        byChance: count.optional(),
        about: z.boolean().optional(),
        example: text,
      })
      .nullish(),
    gone: z
      .array(
        z.object({
          designId: text,
          registry: z.object({ units: count, of: count }).nullable(),
          units: count,
          examples: z.array(text),
          of: count,
          mean: text,
          others: text,
          byChance: z.boolean(),
        }),
      )
      .optional(),
  }),
  replaced: z.object({
    selectionId: text,
    stratum: maybe,
    unitId: text,
    by: text,
    order: count,
    reason: text,
  }),
  judged: z.object({
    submissionId: text,
    submissionSha256: text,
    unitId: text,
    day,
    value: maybe,
    verdict: z.enum(['counts', 'left out']),
    findings: z.array(text),
    reason: text,
    changedBy: text.optional(),
  }),
  analysed: ANALYSED,
  finalised: z.object({ periodId: text, from: day, to: day, supersedes: maybe, reason: maybe }),
  recalculated: z.object({
    into: text,
    designSha256: text,
    periodId: maybe,
    unseen: z
      .object({
        values: z.array(z.object({ value: text, stated: text })),
        sizeBefore: count,
        size: count,
      })
      .nullish(),
  }),
  submitted: z.object({ submissionId: text, documentSha256: text }),
  delivered: z.object({ submissionId: text, host: text, status: count, answerSha256: text }),
  'delivery failed': z.object({ submissionId: text, host: text, status: count.nullable(), attempts: count }),
  'authority drew': z.object({
    submissionId: text,
    authority: text,
    reference: text,
    candidates: count,
    selected: count,
    ours: z.boolean(),
    drawSha256: text,
  }),
  sealed: z.object({ protocol: text, seal: count, text, sha256: text, analysesBefore: count }),
  published: z.object({ head, where: text, publishedAt: text }),
  'drawn elsewhere': z.object({
    otherDesign: maybe,
    frameSha256: text,
    sameFrame: z.boolean(),
    otherIds: z.boolean().optional(),
  }),
  restored: z.object({ backupAt: text, restoredAt: text }),
  deleted: z.object({ what: text, id: text, frameSha256: text, reason: text }),
};

/** Entries of a kind that no oracle writes, or without what their kind says. Whoever holds a key can sign them. */
export function shapeFaults(entries: readonly TrailEntry[]): TrailFault[] {
  return entries.flatMap((entry) => {
    const schema: z.ZodType | undefined = Object.hasOwn(KINDS, entry.kind) ? KINDS[entry.kind] : undefined;
    if (schema === undefined)
      return [
        { seq: entry.seq, problem: `is of the kind '${entry.kind}', which this program does not know` },
      ];
    const issue = schema.safeParse(entry).error?.issues[0];
    return issue === undefined
      ? []
      : [
          {
            seq: entry.seq,
            problem: `'${entry.kind}' is not whole: ${issue.path.join('.')} ${issue.message}`,
          },
        ];
  });
}
