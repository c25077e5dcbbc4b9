import { type AnyOperation, defineOperation, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { PNG_KEYWORD } from '../charts.js';
import { fileContent } from '../reading/file-content.js';
import { isIntact, type PictureRecord, parsePicture, pictureRecord } from '../record/picture-record.js';
import { isPng, pngText } from '../record/png-text.js';
import { svgRecord } from '../record/svg-text.js';
import type { ChartParts } from './chart-parts.js';
import { path } from './fields.js';

const ROWS_FOR_MODEL = 200;

const answer = pictureRecord
  .omit({ type: true, version: true })
  .extend({ intact: z.boolean().describe('Whether the record is as it was sealed') });

/** What a picture of this oracle carries: its numbers, where they come from, and whether they were changed since. */
export function readChart({ files }: ChartParts): AnyOperation {
  return defineOperation({
    name: 'read_chart',
    title: 'Read the numbers of a chart',
    description:
      'Gives back the numbers that a chart of this oracle carries inside (PNG or SVG, attached or kept), the design that they come from, and whether they were changed since it was drawn.',
    effect: 'read',
    scope: 'charts',
    input: z.object({ path: path.optional().describe('The kept picture; without it the attached one') }),
    answer: { description: 'What the picture carries', schema: answer },
    route: { method: 'get', path: '/v1/charts/record', errors: { 404: 'No such file' } },
    run: async (wish, caller) => {
      const { content, name } = await fileContent(caller, files, wish.path, 'the picture');
      const record = recordOf(content, name);
      const { type: _type, version: _version, ...rest } = record;
      return { ...rest, intact: isIntact(record) };
    },
    forModel: ({ table, ...rest }) => ({
      summary: `${rest.title}: ${rest.intact ? 'the numbers are as they were drawn' : 'THE RECORD WAS CHANGED since it was drawn'}${rest.source.designId === undefined ? '' : `; they are of ${rest.source.designId}`}.`,
      ...rest,
      table: { columns: table.columns, rows: table.rows.slice(0, ROWS_FOR_MODEL) },
      ...(table.rows.length > ROWS_FOR_MODEL && { rowsInAll: table.rows.length }),
    }),
  });
}

/** @throws OracleError `invalid_request` for a picture that carries nothing */
function recordOf(content: Buffer, name: string): PictureRecord {
  const text = isPng(content) ? pngText(content, PNG_KEYWORD) : svgRecord(content.toString('utf8'));
  if (text !== undefined) return parsePicture(text);
  throw new OracleError('invalid_request', {
    detail: `${name} carries no numbers: it is no PNG or SVG that this oracle drew, or somebody took them out.`,
    hint: 'Give the file as it was drawn; a screenshot or a picture that a chat made smaller has lost them.',
    errors: [{ field: 'path', message: 'carries no numbers' }],
  });
}
