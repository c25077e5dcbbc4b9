import { type AnyOperation, attachedFile, defineOperation, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { KitchenResult } from '../../sampling/service.js';
import { readWeighings } from '../kitchen/read-weighings.js';
import { memorySource } from '../logger-files/source.js';
import { keptTable } from '../services/given-files.js';
import type { MonitoringService } from '../services/monitoring-service.js';
import { readingFields } from './fields.js';
import { percent } from './present-use.js';
import { short } from './short.js';

/** Fuel of a kitchen performance test, by sampling's estimator. */
export function kitchenOperation(service: MonitoringService): AnyOperation {
  return defineOperation({
    name: 'analyse_kitchen_test',
    title: 'Analyse a kitchen performance test',
    description:
      'Compares fuel per person-day of baseline and project stove from a file of weighings (CSV or XLSX; path, csv or attached): kg of dry wood, saving with its interval.',
    effect: 'read',
    scope: 'monitoring',
    input: z.object({
      path: readingFields.path,
      csv: readingFields.csv,
      days: readingFields.days,
      sheet: readingFields.sheet,
      decimal: z.enum(['.', ',']).optional().describe('Where numbers leave it open, such as 2.400'),
      design: z.enum(['paired', 'parallel']).optional().describe('Default: paired when homes have both'),
      minimumDays: z.int().min(1).max(30).default(3),
      confidence: z.number().gt(0.5).lt(1).default(0.9),
    }),
    answer: { description: 'Estimates of both, the saving, and who was left out' },
    route: {
      method: 'post',
      path: '/v1/monitoring/kitchen-tests',
      errors: {
        404: 'No such file',
        409: 'Rows of one day that contradict each other',
        422: 'Fewer than two usable households',
      },
      bodyLimit: 32 * 1024 * 1024,
    },
    run: async (
      { path, csv, days, sheet, decimal, design, minimumDays, confidence },
      { principal, attachments },
    ) => {
      if (path !== undefined && csv !== undefined)
        throw new OracleError('invalid_request', {
          detail: 'Give the weighings in one way: path, csv or an attached file.',
          errors: [{ field: 'path', message: 'give one of path and csv' }],
        });
      const source =
        path !== undefined
          ? await keptTable(service, principal, path, 'path')
          : memorySource('the file', csv ?? attachedFile(attachments, undefined, 'the weighings').content);
      const { baseline, project, paired, columns, warnings } = await readWeighings(
        source,
        { days, decimal, sheet },
        path === undefined ? 'csv' : 'path',
      );
      const result = await service.designs.compareKitchens({
        design: design ?? (paired ? 'paired' : 'parallel'),
        baseline,
        project,
        confidence,
        minimumDays,
      });
      return {
        ...result,
        warnings: [...warnings, ...result.warnings],
        read: { rows: baseline.length + project.length, columns },
      };
    },
    summary: kitchenWords,
    forModel: (result) => ({
      summary: kitchenWords(result),
      stoves: (['baseline', 'project'] as const).map((stove) => {
        const { households, estimate } = result[stove];
        const { mean, se, lower, upper } = estimate;
        return { stove, households, kgPerPersonDay: mean, se, lower, upper };
      }),
      saving: result.saving.difference,
      savingShare: result.savingShare,
      excluded: result.excluded.slice(0, 20),
      read: result.read,
      warnings: result.warnings,
    }),
  });
}

function kitchenWords({ design, baseline, project, saving, savingShare, excluded }: KitchenResult): string {
  const left = excluded.length > 0 ? ` ${excluded.length} left out.` : '';
  return `${design === 'paired' ? 'The same homes' : 'Two groups'}: ${short(baseline.estimate.mean)} kg of dry wood per person-day with the baseline (${baseline.households} homes), ${short(project.estimate.mean)} with the project stove (${project.households}). The saving is ${short(saving.difference)} kg, ${percent(savingShare)}; its ${percent(saving.confidence)} interval is ${short(saving.lower)} to ${short(saving.upper)}.${left}`;
}
