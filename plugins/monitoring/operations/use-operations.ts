import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { settingsChange } from '../protocol/sealed-protocol.js';
import type { KeptUseReport } from '../service.js';
import { analyseUse, readGiven } from '../services/analyse-use.js';
import type { MonitoringService } from '../services/monitoring-service.js';
import { previewOf } from '../services/preview.js';
import { designId, readingFields, reportId, useFields } from './fields.js';
import { presentPreview, previewWords } from './present-preview.js';
import { presentUse, useHeadline } from './present-use.js';

/** A minute is not enough for ten million readings on a busy machine. */
const LONG = 600_000;
const BODY = 64 * 1024 * 1024;

/** Stove use from logger files. */
export function useOperations(service: MonitoringService): AnyOperation[] {
  return [
    defineOperation({
      name: 'analyse_stove_use',
      title: 'Analyse stove use from logger files',
      description:
        'Finds cooking events in temperatures of stove loggers (path, csv or attached files): use days over observed days by stove, stratum and month, stacking, device faults, how much it hangs on the settings. With a design its sealed settings apply and it gets the result.',
      effect: 'write',
      additive: true,
      scope: 'monitoring',
      input: z.object({ ...useFields, settings: settingsChange.optional().describe('Of the detector') }),
      answer: { description: 'The report' },
      tool: { timeoutMs: LONG },
      route: {
        method: 'post',
        path: '/v1/monitoring/stove-use',
        status: 201,
        errors: {
          404: 'No such file or design',
          409: 'Settings beside a sealed protocol',
          413: 'Too many readings',
          422: 'No reading in the period',
        },
        bodyLimit: BODY,
      },
      run: (input, caller): Promise<KeptUseReport> => analyseUse(service, input, caller),
      summary: useHeadline,
      forModel: presentUse,
      undo: () => ({ whyNot: 'a report stays as it was computed; analyse the files again for another' }),
    }),
    defineOperation({
      name: 'preview_logger_files',
      title: 'Show how logger files are read',
      description:
        'Shows how logger files are understood: layout, columns, dates, sensors and their spans, rows left out. Analyses nothing.',
      effect: 'read',
      scope: 'monitoring',
      input: z.object(readingFields),
      answer: { description: 'How the files are read' },
      tool: { timeoutMs: LONG },
      route: {
        method: 'post',
        path: '/v1/monitoring/preview',
        errors: { 404: 'No such file', 413: 'Too many readings' },
        bodyLimit: BODY,
      },
      run: async (input, caller) => previewOf(await readGiven(service, input, caller)),
      summary: previewWords,
      forModel: presentPreview,
    }),
    defineOperation({
      name: 'get_stove_use',
      title: 'Read a report of stove use',
      description: 'Reads one kept report of stove use.',
      effect: 'read',
      scope: 'monitoring',
      input: z.object({ reportId }),
      answer: { description: 'The report' },
      route: {
        method: 'get',
        path: '/v1/monitoring/stove-use/:reportId',
        errors: { 404: 'No such report of this owner' },
      },
      run: (input, { principal }) => service.reports.get(principal.id, input.reportId),
      summary: useHeadline,
      forModel: presentUse,
    }),
    defineOperation({
      name: 'list_stove_use',
      title: 'List reports of stove use',
      description: 'Lists reports of stove use, newest first.',
      effect: 'read',
      scope: 'monitoring',
      input: z.object({
        designId: designId.optional(),
        limit: z.coerce.number().int().min(1).max(100).default(20),
        cursor: z.string().max(500).optional(),
      }),
      answer: { description: 'A page of reports' },
      route: { method: 'get', path: '/v1/monitoring/stove-use' },
      run: async ({ designId: design, ...page }, { principal }) => {
        const { items, ...rest } = await service.reports.list(principal.id, page, design);
        return {
          items: items.map(
            ({ reportId: id, createdAt, from, to, designId: of, readings, stoves, sealed }) => ({
              reportId: id,
              createdAt,
              from,
              to,
              designId: of,
              readings,
              sealed: sealed !== null,
              stoves: stoves.map(({ stove, useDays, observedDays, usage }) => ({
                stove,
                useDays,
                observedDays,
                rate: usage?.mean ?? null,
              })),
            }),
          ),
          ...rest,
        };
      },
      summary: ({ items }) =>
        items.length === 0
          ? 'There is no report of stove use yet.'
          : `${items.length} report(s) of stove use.`,
    }),
  ];
}
