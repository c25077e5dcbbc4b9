import { z } from 'zod';

const text = z.string();
const maybe = z.string().nullable();
const count = z.int().min(0);
const day = z.iso.date();
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
          temperatures: z.literal(true).optional(),
          stove: text.optional(),
        })
        .nullable(),
      missing: z
        .object({ units: count, there: text, others: text, byChance: z.literal(true).optional() })
        .nullable(),
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
  stoves: z.array(z.object({ stove: text, rate: text, higher: z.literal(true).optional() })).optional(),
  doubled: z
    .object({ units: count, of: count, rate: text, least: text, sealed: z.literal(true).optional() })
    .nullish(),
  changed: z
    .object({
      units: count,
      of: count,
      before: text,
      after: text,
      others: z.object({ before: text, after: text }).nullable(),
      apart: text,
    })
    .nullish(),
  leftOn: z
    .object({
      devices: count,
      units: count,
      examples: z.array(text),
      rate: text,
      counted: text,
      apart: text,
    })
    .nullish(),
  copied: z.object({ units: count, examples: z.array(text) }).nullable(),
  fires: z
    .object({ units: count, examples: z.array(text), times: count.optional(), shapes: count.optional() })
    .nullish(),
  repeated: z.object({ devices: count, of: count, from: day, to: day }).nullable(),
});

/** What an entry about an analysis says at least; later versions say more. */
export const ANALYSED = z.object({
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
      correlation: text.optional(),
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
});
