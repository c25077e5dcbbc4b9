import { language } from '../words/all.js';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** A part of the value that is drawn fainter, such as what is expected to be lost. */
  readonly extra?: number;
}

const ROW = 34;
const WIDTH = 600;
const LABEL = 150;
const NUMBER = 70;

/** Bars side by side, with their names and figures as text. */
export function Bars({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value, extra = 0 }) => value + extra), 1);
  const scale = (WIDTH - LABEL - NUMBER) / most;
  const height = bars.length * ROW;
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={title}>
      <title>{title}</title>
      {bars.map(({ name, value, extra = 0 }, at) => (
        <g key={name} transform={`translate(0 ${at * ROW})`}>
          <text x={LABEL - 10} y={ROW / 2} class="end">
            {name.length > 20 ? `${name.slice(0, 19)}…` : name}
          </text>
          <rect class="bar-main" x={LABEL} y={6} width={value * scale} height={ROW - 14} rx={3} />
          <rect
            class="bar-extra"
            x={LABEL + value * scale}
            y={6}
            width={extra * scale}
            height={ROW - 14}
            rx={3}
          />
          <text x={LABEL + (value + extra) * scale + 8} y={ROW / 2}>
            {(value + extra).toLocaleString(language.value)}
          </text>
        </g>
      ))}
    </svg>
  );
}
