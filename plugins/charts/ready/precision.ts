import type { DesignRecord, SizePrecision } from '../../sampling/service.js';
import type { Chart } from '../charts.js';
import { INK, MUTED, OKABE_ITO } from '../drawing/theme.js';
import { percent, said } from './say.js';

const POINTS = 60;
const FEWEST = 5;

/**
 * The sizes to ask for: up to three times the design's own, which is among them, and never over the population; closer
 * together where the curve is steep.
 */
export function sizesToAsk({ parameters }: DesignRecord): number[] {
  const { calculatedSize, population } = parameters;
  const most = Math.max(FEWEST + 1, Math.min(population, calculatedSize * 3));
  const sizes = new Set([calculatedSize]);
  for (let at = 0; at <= POINTS; at++) sizes.add(Math.round(FEWEST * (most / FEWEST) ** (at / POINTS)));
  return [...sizes].filter((size) => size >= 2 && size <= population).sort((a, b) => a - b);
}

/** What more or fewer valid units would reach, beside what the design asks for. */
export function precisionChart(design: DesignRecord, reached: readonly SizePrecision[]): Chart {
  const { parameters, designId, trail } = design;
  const { calculatedSize, precision: asked, expectedPrecision, confidence } = parameters;
  const known = reached.flatMap(({ size, precision }) => (precision === null ? [] : [{ size, precision }]));
  // A few units reach nothing: the curve would be all that one sees.
  const highest = Math.max(asked * 4, expectedPrecision * 1.5);
  const title = 'Precision against sample size';
  const half = known.find(({ size }) => size >= calculatedSize / 2);
  const x = { field: 'size', type: 'quantitative', title: 'Valid units', axis: { tickCount: 8 } };
  const y = {
    field: 'precision',
    type: 'quantitative',
    title: `Relative precision at ${percent(confidence)} confidence`,
    axis: { format: '.0%', tickCount: 6 },
    scale: { domain: [0, highest], clamp: true },
  };
  return {
    kind: 'precision',
    title,
    alt:
      `A curve that falls with the number of valid units: the planned ${said(calculatedSize)} reach ` +
      `±${percent(expectedPrecision)} at ${percent(confidence)} confidence, where ±${percent(asked)} is asked for` +
      (half === undefined ? '.' : `; ${said(half.size)} would reach ±${percent(half.precision)}.`),
    spec: {
      title: { text: title, subtitle: `Planned: ${said(calculatedSize)} valid units · ${designId}` },
      width: 460,
      height: 280,
      layer: [
        {
          data: { values: known.filter((each) => each.precision <= highest) },
          mark: { type: 'line', strokeWidth: 2.5, color: OKABE_ITO[0] },
          encoding: { x, y },
        },
        {
          data: { values: [{ precision: asked }] },
          mark: { type: 'rule', strokeDash: [5, 4], color: MUTED },
          encoding: { y },
        },
        {
          data: { values: [{ precision: asked, label: `asked for: ${percent(asked)}` }] },
          mark: { type: 'text', align: 'right', dy: -7, color: MUTED },
          encoding: { y, x: { value: 'width' }, text: { field: 'label', type: 'nominal' } },
        },
        {
          data: {
            values: [
              {
                size: calculatedSize,
                precision: expectedPrecision,
                label: `${said(calculatedSize)} units: ${percent(expectedPrecision)}`,
              },
            ],
          },
          encoding: { x, y },
          layer: [
            { mark: { type: 'point', filled: true, opacity: 1, size: 90, color: OKABE_ITO[5] } },
            {
              mark: { type: 'text', align: 'left', dx: 8, dy: -12, color: INK, fontWeight: 'bold' },
              encoding: { text: { field: 'label', type: 'nominal' } },
            },
          ],
        },
      ],
    },
    table: {
      columns: ['valid units', 'relative precision'],
      rows: known.map((each) => [each.size, each.precision]),
    },
    source: { designId, ...(trail !== null && { trail }) },
  };
}
