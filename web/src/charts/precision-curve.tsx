import { language, t } from '../words/all.js';
import { precisionAt, type Stratum } from './precision-at.js';

const [WIDTH, HEIGHT] = [600, 240];
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 16, 34, 58];
const STEPS = 5;
const POINTS = 80;

export interface PrecisionCurveProps {
  readonly population: number;
  /** The size of the design, and the precision that is expected at it, as a share. */
  readonly size: number;
  readonly precision: number;
  /** What is asked for. */
  readonly wanted: number;
  /** How the size is divided, and how the units of each stratum vary. */
  readonly strata?: readonly Stratum[] | undefined;
}

/** Precision against sample size. */
export function PrecisionCurve({ population, size, precision, wanted, strata }: PrecisionCurveProps) {
  const most = Math.min(population, Math.max(size * 3, size + 20));
  const least = Math.max(2, Math.round(size / 6));
  const at = precisionAt({ population, size, precision, strata });
  const highest = Math.max(at(least), wanted) * 1.05;
  const x = (n: number) => LEFT + ((n - least) / Math.max(most - least, 1)) * (WIDTH - LEFT - RIGHT);
  const y = (share: number) => TOP + (1 - share / highest) * (HEIGHT - TOP - BOTTOM);
  const sizes = Array.from({ length: POINTS + 1 }, (_, step) => least + ((most - least) * step) / POINTS);
  const line = sizes.map((n) => `${x(n).toFixed(1)},${y(at(n)).toFixed(1)}`).join(' ');
  const percent = (share: number) =>
    share.toLocaleString(language.value, { style: 'percent', maximumFractionDigits: 1 });
  const title = t('designs.curve', { size, precision: percent(precision) });
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      <title>{title}</title>
      {roundNumbers(0, highest).map((share) => (
        <g key={share}>
          <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(share)} y2={y(share)} />
          <text class="end small" x={LEFT - 8} y={y(share)}>
            {percent(share)}
          </text>
        </g>
      ))}
      {roundNumbers(least, most).map((n) => (
        <text key={n} class="middle small" x={x(n)} y={HEIGHT - BOTTOM + 20}>
          {n.toLocaleString(language.value)}
        </text>
      ))}
      <text class="small" x={0} y={14}>
        {t('designs.axisPrecision')}
      </text>
      <text class="end small" x={WIDTH - RIGHT} y={HEIGHT - 12}>
        {t('designs.axisSize')}
      </text>
      <line class="wanted" x1={LEFT} x2={WIDTH - RIGHT} y1={y(wanted)} y2={y(wanted)} />
      <polyline class="curve" points={line} />
      <circle class="point" cx={x(size)} cy={y(precision)} r={5} />
      <text class="small" x={x(size) + 9} y={y(precision) - 12}>
        {size.toLocaleString(language.value)}: {percent(precision)}
      </text>
    </svg>
  );
}

/** Numbers of 1, 2 or 5 times a power of ten, at most five, within what an axis shows. */
function roundNumbers(from: number, to: number): readonly number[] {
  const rough = (to - from) / STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10);
  const first = Math.max(Math.ceil(from / step), 1);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}
