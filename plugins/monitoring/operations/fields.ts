import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { isZoneName } from '../clock/zone.js';

const filePath = (what: string, aliases: readonly string[]) =>
  withWords(
    z.string().max(1024).regex(/^\/./, 'must be an absolute path such as /loggers/march.csv').describe(what),
    { aliases: [...aliases] },
  );

const day = (what: string, aliases: readonly string[]) =>
  withWords(z.iso.date().describe(what), { aliases: [...aliases] });

const column = z.string().min(1).max(200).optional();

/** Where readings are and how they are read. */
export const readingFields = {
  path: filePath('File or folder of logger CSV, such as /loggers/march; without it the attached files', [
    'readings',
    'file',
    'folder',
  ]).optional(),
  csv: z.string().max(30_000_000).optional().describe('The readings as text'),
  timeZone: z
    .string()
    .max(60)
    .refine(isZoneName, 'must be a time zone such as Africa/Nairobi or +03:00')
    .optional()
    .describe('Of clocks and days, such as Africa/Nairobi'),
  sheet: z.string().min(1).max(100).optional().describe('Of a workbook with several'),
  days: z.enum(['day first', 'month first']).optional().describe('When the dates leave it open'),
  columns: z
    .strictObject({
      time: column,
      date: column,
      sensor: column,
      temperature: column,
      household: column,
      stove: column,
    })
    .optional()
    .describe('When guessed wrongly'),
};

export const designId = withWords(
  z
    .string()
    .regex(/^design-[A-Za-z0-9-]{1,60}$/, 'must be an id such as design-3f2a…')
    .describe('Such as design-3f2a…'),
  { aliases: ['design'] },
);

export const reportId = withWords(
  z
    .string()
    .regex(/^use-[A-Za-z0-9-]{1,60}$/, 'must be an id such as use-77aa…')
    .describe('Such as use-77aa…'),
  { aliases: ['report'] },
);

/** Which sensor is where. */
export const sensorsPath = filePath('CSV of sensor, household, stove, stratum', [
  'sensors',
  'sensor list',
]).optional();
export const sensors = z.string().max(5_000_000).optional().describe('The same as text');

/** Days of the analysis and whose sensors they are. */
export const useFields = {
  ...readingFields,
  from: day('First day', ['from', 'start']).optional(),
  to: day('Last day', ['to', 'end', 'until']).optional(),
  monitoringPeriod: withWords(
    z
      .string()
      .regex(/^\d{4}(-(Q[1-4]|H[12]|(0[1-9]|1[0-2])))?$/, 'must be a period such as 2024-Q1')
      .describe('Such as 2024-Q1 or 2024-03'),
    { aliases: ['period', 'quarter', 'month'] },
  ).optional(),
  sensorsPath,
  sensors,
  designId: designId.optional(),
  selectionId: z
    .string()
    .regex(/^selection-[A-Za-z0-9-]{1,60}$/)
    .optional()
    .describe('The draw; default the newest of the design'),
  stove: z.string().min(1).max(100).optional().describe('Whose use goes to the design'),
  reason: z.string().trim().min(1).max(1000).optional().describe('Why final days are analysed again'),
};
