import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { chartSource, chartTable } from '../record/picture-record.js';

export const designId = withWords(
  z
    .string()
    .regex(/^design-[A-Za-z0-9-]{1,60}$/, 'must be an id such as design-0b9f…')
    .describe('Such as design-0b9f…'),
  { aliases: ['design', 'design id', 'the sample', 'the allocation'] },
);

export const path = withWords(
  z
    .string()
    .max(1024)
    .regex(/^\/./, 'must be an absolute path such as /data/use.csv')
    .describe('File with the rows, such as /data/use.csv; without it the attached one'),
  { aliases: ['file', 'path', 'from'] },
);

export const format = withWords(z.enum(['svg', 'png']).default('svg'), {
  aliases: ['format', 'picture format'],
});

export const saveAs = withWords(
  z
    .string()
    .max(1024)
    .regex(/^\/.+\.(svg|png)$/i, 'must be an absolute path that ends in .svg or .png')
    .describe('Also keep it as this new file, such as /charts/allocation.svg'),
  { aliases: ['save as', 'save to', 'keep as'] },
);

/** What every chart answers. */
export const chartAnswer = z.object({
  kind: z.string(),
  title: z.string(),
  alt: z.string().describe('What the chart shows, in words'),
  mimeType: z.enum(['image/svg+xml', 'image/png']),
  width: z.number().describe('CSS pixels'),
  height: z.number().describe('CSS pixels'),
  table: chartTable.describe('The numbers that it shows'),
  source: chartSource.describe('Where they come from'),
  sha256: z.string().describe('Over all that the picture carries'),
  path: z.string().optional().describe('Where it was kept'),
  image: z.string().describe('The picture as a data: URL'),
});

export type ChartAnswer = z.output<typeof chartAnswer>;
