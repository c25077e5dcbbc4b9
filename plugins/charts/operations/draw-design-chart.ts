import {
  type AnyOperation,
  type Caller,
  defineOperation,
  OracleError,
  type Principal,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { DesignService, Draw } from '../../sampling/service.js';
import type { Chart } from '../charts.js';
import { fileContent } from '../reading/file-content.js';
import { readPlaces } from '../reading/places.js';
import { allocationChart } from '../ready/allocation.js';
import { coverageChart } from '../ready/coverage.js';
import { intervalsChart } from '../ready/intervals.js';
import { precisionChart, sizesToAsk } from '../ready/precision.js';
import type { DesignChart } from '../service.js';
import type { ChartParts } from './chart-parts.js';
import { chartAnswer, designId, format, path, saveAs } from './fields.js';
import { chartForModel, drawAndHandOver, undoChart } from './hand-over.js';

const KINDS = ['allocation', 'precision', 'intervals', 'coverage'] as const;
const MOST_PERIODS = 100;

const input = z.object({
  designId,
  chart: withWords(
    z
      .enum(KINDS)
      .default('allocation')
      .describe(
        'allocation: units of each stratum; precision: reached by more or fewer units; intervals: results of periods and strata; coverage: map of the draw',
      ),
    { aliases: ['chart', 'picture', 'kind'] },
  ),
  path: path
    .optional()
    .describe('For coverage: file with id, latitude and longitude of the units; without it the attached one'),
  selectionId: withWords(
    z
      .string()
      .regex(/^selection-[A-Za-z0-9-]{1,60}$/, 'must be an id such as selection-3c2a…')
      .describe('For coverage: which draw; without it the newest'),
    { aliases: ['selection', 'draw'] },
  ).optional(),
  format,
  saveAs: saveAs.optional(),
});

/** Pictures of a sample design, its draw and its results. */
export function drawDesignChart(parts: ChartParts): AnyOperation {
  return defineOperation({
    name: 'draw_design_chart',
    title: 'Draw a chart of a sample design',
    description:
      'Draws a ready chart of a stored sample design and shows it to the person: how the sample is divided, what precision other sizes reach, the intervals of its periods, where the drawn units lie. Returns what it shows in words, and the numbers.',
    effect: 'write',
    additive: true,
    scope: 'charts',
    input,
    answer: { description: 'The chart', schema: chartAnswer },
    route: {
      method: 'post',
      path: '/v1/charts/designs/:designId',
      errors: { 404: 'No such design or file', 422: 'There is nothing to draw yet' },
    },
    run: async (wish, caller) => drawAndHandOver(await chartOf(wish, caller, parts), wish, caller, parts),
    forModel: chartForModel,
    undo: undoChart,
    describe: ({ chart, designId: id }) => `Draw the ${chart} of ${id}`,
  });
}

async function chartOf(wish: z.output<typeof input>, caller: Caller, parts: ChartParts): Promise<Chart> {
  const { chart } = wish;
  if (chart !== 'coverage') return designChart(caller.principal, { ...wish, chart }, parts);
  const draw = await drawOf(designsOf(parts), caller, wish);
  const wanted = new Set(draw.record.strata.flatMap(({ selected }) => selected.map(({ id }) => id)));
  const found = await fileContent(caller, parts.files, wish.path, 'the places of the units');
  return coverageChart(draw, await readPlaces(found.content, found.name, wanted), found.file);
}

/** A ready chart of what is stored of a design. */
export async function designChart(
  principal: Principal,
  { designId: id, chart }: Pick<DesignChart, 'designId' | 'chart'>,
  parts: ChartParts,
): Promise<Chart> {
  const designs = designsOf(parts);
  const design = await designs.get(principal, id);
  switch (chart) {
    case 'allocation':
      return allocationChart(design);
    case 'precision':
      return precisionChart(design, await designs.precisionBySize(principal, id, sizesToAsk(design)));
    case 'intervals':
      return intervalsChart(design, (await designs.periods(principal, id, { limit: MOST_PERIODS })).items);
  }
}

function designsOf({ designs }: ChartParts): DesignService {
  if (designs !== undefined) return designs;
  throw new OracleError('not_supported', {
    detail: 'This oracle has no sample designs.',
    hint: 'Turn the plugin sampling on.',
  });
}

/** @throws OracleError `conflict` for a draw of another design, `insufficient_data` when nothing was drawn yet */
async function drawOf(
  designs: DesignService,
  { principal }: Caller,
  wish: z.output<typeof input>,
): Promise<Draw> {
  if (wish.selectionId !== undefined) {
    const draw = await designs.draw(principal, wish.selectionId);
    if (draw.record.designId === wish.designId) return draw;
    throw new OracleError('conflict', {
      detail: `${wish.selectionId} is no draw of ${wish.designId}.`,
      errors: [{ field: 'selectionId', message: 'must be a draw of this design' }],
    });
  }
  const [newest] = (await designs.draws(principal, wish.designId, { limit: 1 })).items;
  if (newest !== undefined) return newest;
  throw new OracleError('insufficient_data', {
    detail: `No units were drawn for ${wish.designId} yet.`,
    hint: 'Draw the sample first.',
  });
}
