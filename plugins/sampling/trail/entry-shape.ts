import { z } from 'zod';
import type { TrailFault } from './trail-chain.js';
import type { TrailEntry, TrailEvent } from './trail-entry.js';

const text = z.string();
const maybe = z.string().nullable();
const count = z.int().min(0);
const day = z.iso.date();
const head = z.object({ length: count, hash: text });
const judgedPart = z.object({
  submissions: count,
  units: count,
  examples: z.array(text),
  values: count,
  mean: maybe,
  reasons: z.array(text),
  differentReasons: count,
});

const leftOutPart = judgedPart.extend({ inPlace: z.object({ units: count, mean: maybe }).nullable() });

const otherwise = z.object({ devices: count, units: count, examples: z.array(text) });

const recordedPart = z.object({
  observed: count,
  expected: count,
  unseen: z.object({ low: text, high: text }).nullable(),
  outside: count,
  lost: z
    .object({
      units: count,
      of: count,
      stopped: count,
      stoppedFrom: maybe,
      until: maybe,
      others: maybe,
      examples: z.array(text),
      unplanned: z.boolean(),
    })
    .nullable(),
  columns: z.array(text),
  otherColumns: z.array(text),
  conflicts: z.object({ devices: count, readings: count }).nullable(),
  earlier: z
    .object({
      reports: count,
      settings: count,
      differ: z
        .object({
          units: count,
          there: text,
          here: text,
          bySettings: z.literal('other').optional(),
          stove: text.optional(),
        })
        .nullable(),
      missing: z.object({ units: count, there: text, others: text }).nullable(),
      days: z.array(z.object({ from: day, to: day, units: count, mean: text })),
    })
    .nullable(),
});

const ofExport = z.object({ answers: count, of: count, mean: text, others: maybe });

const chosenPart = z.object({
  midnight: z.object({ hours: count, rate: text }).nullable(),
  kinds: z.object({ low: text, high: text, as: text }).nullable(),
  read: z.array(text),
  named: z.array(z.object({ role: text, column: text, guessed: text })),
  taken: z
    .object({ rows: count, seal: count, examples: z.array(text), rate: maybe, others: maybe })
    .nullable(),
  stoves: z.array(z.object({ stove: text, rate: text })).optional(),
  doubled: z.object({ units: count, of: count, rate: text, least: text }).nullish(),
  copied: z.object({ units: count, examples: z.array(text) }).nullable(),
  fires: z.object({ units: count, examples: z.array(text) }).nullish(),
  repeated: z.object({ devices: count, of: count, from: day, to: day }).nullable(),
});

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
  analysed: z.object({
    periodId: text,
    from: day,
    to: day,
    analysis: count,
    selectionId: maybe,
    elsewhere: z.object({ designId: text, marks: z.array(text) }).nullish(),
    readingsSha256: text,
    rows: count,
    analysisSha256: text,
    deviations: z.array(z.object({ kind: text, readings: count, units: count, examples: z.array(text) })),
    leftOut: count.optional(),
    stoodIn: count.optional(),
    days: z.object({ fewest: count, most: count, mean: text, withRows: count, of: count }).nullish(),
    judged: z
      .object({
        leftOut: leftOutPart.nullable(),
        edited: leftOutPart.nullish(),
        counted: judgedPart.nullable(),
        unheard: z
          .object({ units: count, examples: z.array(text), findings: z.array(text), mean: text.nullish() })
          .nullable(),
        doubles: z
          .object({ units: count, examples: z.array(text), mean: text, counted: text, of: count })
          .nullish(),
        editsOfNothing: z
          .object({ submissions: count, units: count, examples: z.array(text), values: count, mean: maybe })
          .nullish(),
        clock: z
          .object({
            submissions: count,
            units: count,
            examples: z.array(text),
            values: count,
            mean: maybe,
            findings: z.array(text),
            others: maybe,
          })
          .nullish(),
        otherForms: z.object({ forms: count, units: count, values: count }).nullable(),
      })
      .nullish(),
    protocol: z
      .object({
        protocol: text,
        text,
        sha256: text,
        of: text.optional(),
        differs: z.array(text),
        firstReading: text,
        nearby: z.object({ low: text, high: text }).nullable(),
        tried: z.object({ analyses: count, settings: count }).nullable(),
        devices: z
          .object({
            protocol: text,
            listed: z.boolean(),
            sha256: text,
            devices: count,
            units: count,
            most: count,
            several: count,
            ofOthers: otherwise.nullable(),
            unlike: otherwise.extend({ analyses: count }).nullable(),
          })
          .nullish(),
        recorded: recordedPart.optional(),
        chosen: chosenPart.optional(),
      })
      .nullish(),
    beside: z
      .object({
        answers: count,
        units: count,
        differ: count,
        byNoPhone: z.object({ units: count, of: count, mean: text, others: maybe }).nullish(),
      })
      .nullish(),
    exported: z.object({ edited: ofExport.nullable(), sentBefore: ofExport.nullable() }).nullish(),
    again: z
      .object({
        periodId: text,
        from: day,
        to: day,
        units: count,
        of: count,
        by: z.union([z.object({ difference: text }), z.object({ factor: text })]),
      })
      .nullish(),
    otherDays: z
      .object({
        answers: count,
        units: count,
        days: z.array(z.object({ day, answers: count, mean: text })),
        without: z.object({ units: count, examples: z.array(text), mean: text }).nullable(),
        typed: z.boolean(),
      })
      .nullish(),
    factors: z
      .array(
        z.object({
          factors: z.array(text),
          values: count,
          mean: text,
          before: z.object({ factors: z.array(z.array(text)), values: count, mean: text }).nullable(),
        }),
      )
      .nullish(),
    sealedBefore: z.object({ designId: text, protocol: text, seq: count }).nullish(),
    despite: z
      .object({
        rows: count,
        of: count,
        units: count,
        reasons: z.record(text, count),
        mean: text,
        others: text.nullable(),
      })
      .nullish(),
    extraDays: z
      .object({ units: count, of: count, usual: count, most: count, first: text, all: text })
      .nullish(),
    held: z
      .array(
        z.object({
          what: text,
          from: day,
          to: day,
          units: count,
          mean: text,
          ofTheseHomes: z.boolean(),
          differ: z
            .object({
              units: count,
              there: text,
              here: text,
              by: z
                .union([
                  z.object({ difference: text }),
                  z.object({ factor: text }),
                  z.object({ chance: text, perhaps: z.literal(true).optional() }),
                ])
                .optional(),
            })
            .nullable(),
          missing: z
            .object({
              units: count,
              examples: z.array(text),
              mean: text,
              others: text,
              byChance: z.boolean(),
            })
            .nullable(),
        }),
      )
      .nullish(),
    notLooked: count.optional(),
    mean: text.nullish(),
    emptyRows: z.object({ rows: count, of: count, units: count, reasons: z.record(text, count) }).nullish(),
    lost: z.object({ valid: count, asked: count, planned: text, low: text, high: text }).nullish(),
    ifLost: z.object({ low: text, high: text, beyond: text.optional() }).nullish(),
    reported: z.object({ reports: count, units: count, differ: count, of: count }).nullish(),
    outside: count.optional(),
    answered: z.object({ asked: count, valid: count }).optional(),
    refused: z
      .object({ units: count, asked: count, mean: z.object({ low: text, high: text }).nullish() })
      .nullish(),
    read: z
      .object({
        valueColumn: text,
        sheet: maybe,
        named: z.array(z.object({ role: text, column: text, guessed: text })),
      })
      .nullish(),
  }),
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
