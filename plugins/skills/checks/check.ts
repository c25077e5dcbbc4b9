import { z } from 'zod';

/** What a value may be held to. */
const COMPARISONS = ['at least', 'at most', 'equal to', 'one of', 'present', 'empty'] as const;

const path = z
  .string()
  .regex(
    /^(design|draw|period)(\.(\*|[A-Za-z][A-Za-z0-9]*))+$/,
    'must be a path such as design.parameters.population',
  );

const common = {
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  /** What must hold, as a sentence. */
  title: z.string().min(1).max(300),
  /** What to do when it does not. */
  mend: z.string().min(1).max(500),
};

const column = z.string().min(1).max(100);
const columns = z.array(column).min(1).max(20);

/** A rule about a value of a design, of its draw or of a period: `*` is every member of a list. */
export const valueCheckSchema = z.strictObject({
  ...common,
  value: path,
  is: z.enum(COMPARISONS),
  /** A value, a list of them, or another value of the same record. */
  to: z
    .union([
      z.number(),
      z.string(),
      z.boolean(),
      z.array(z.string()).max(50),
      z.strictObject({ value: path }),
    ])
    .optional(),
  /** Only when this is there. */
  when: path.optional(),
});

const tableRules = {
  'has columns': z.strictObject({ columns }),
  'has no blanks in': z.strictObject({ columns }),
  'has values between': z.strictObject({ column, from: z.number(), to: z.number() }),
  'names once': z.strictObject({ columns }),
  'has groups': z.strictObject({ by: columns, atLeast: z.int().min(1) }),
  'has in each group': z.strictObject({ by: columns, different: column, atLeast: z.int().min(1) }),
} as const;

/** A rule about a table with a header. */
export const tableCheckSchema = z.strictObject({
  ...common,
  table: z.strictObject({
    'has columns': tableRules['has columns'].optional(),
    'has no blanks in': tableRules['has no blanks in'].optional(),
    'has values between': tableRules['has values between'].optional(),
    'names once': tableRules['names once'].optional(),
    'has groups': tableRules['has groups'].optional(),
    'has in each group': tableRules['has in each group'].optional(),
  }),
});

export const checksSchema = z.strictObject({
  checks: z
    .array(z.union([valueCheckSchema, tableCheckSchema]))
    .min(1)
    .max(100),
});

export type ValueCheck = z.output<typeof valueCheckSchema>;
export type TableCheck = z.output<typeof tableCheckSchema>;
export type Check = ValueCheck | TableCheck;

/** What came of one check. */
export interface CheckOutcome {
  readonly id: string;
  readonly title: string;
  /** `open`: what it is about was not given. */
  readonly state: 'passed' | 'failed' | 'open' | 'not applicable';
  /** What was found. */
  readonly found: string;
  /** Of one that failed. */
  readonly mend?: string;
}
