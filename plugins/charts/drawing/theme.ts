import { FONT_FAMILY } from 'oracle-runtime/kit';
import type { Config } from 'vega-lite';

/** Colours that people tell apart whatever they see (Okabe and Ito, 2008); black is the ink's, yellow comes last. */
export const OKABE_ITO = [
  '#0072B2',
  '#E69F00',
  '#009E73',
  '#CC79A7',
  '#56B4E9',
  '#D55E00',
  '#F0E442',
] as const;

/** Colours of what is no data. */
export const INK = '#1f2328';
export const MUTED = '#57606a';
const GRID = '#d8dee4';
const PAPER = '#ffffff';
/** Data that stand behind others. */
export const FAINT = '#b6bec7';

/** What these become where the reader's screen is dark. */
const IN_THE_DARK: Readonly<Record<string, string>> = {
  [INK]: '#e6edf3',
  [MUTED]: '#9da7b3',
  [GRID]: '#30363d',
  [PAPER]: '#0d1117',
  [FAINT]: '#4b535d',
};

/** Turns a drawing dark with the screen: a rule by attribute wins over the attribute. */
export const DARK_STYLE = `@media (prefers-color-scheme: dark){${Object.entries(IN_THE_DARK)
  .flatMap(([light, dark]) => [`[fill="${light}"]{fill:${dark}}`, `[stroke="${light}"]{stroke:${dark}}`])
  .join('')}}`;

/** Vega-Lite's configuration: one family, one set of colours, quiet axes. */
export const CHART_CONFIG: Config = {
  background: PAPER,
  padding: 12,
  font: `${FONT_FAMILY}, Helvetica, Arial, sans-serif`,
  aria: false,
  title: {
    anchor: 'start',
    color: INK,
    fontSize: 16,
    fontWeight: 'bold',
    offset: 14,
    subtitleColor: MUTED,
    subtitleFontSize: 12,
    subtitlePadding: 4,
  },
  axis: {
    domainColor: MUTED,
    gridColor: GRID,
    labelColor: INK,
    labelFontSize: 11,
    labelLimit: 200,
    labelSeparation: 6,
    tickColor: MUTED,
    titleColor: MUTED,
    titleFontSize: 12,
    titleFontWeight: 'normal',
    titlePadding: 8,
  },
  legend: {
    labelColor: INK,
    labelFontSize: 11,
    labelLimit: 220,
    titleColor: MUTED,
    titleFontSize: 12,
    titleFontWeight: 'normal',
  },
  header: { labelColor: INK, titleColor: MUTED },
  range: { category: [...OKABE_ITO], heatmap: ['#eef4f8', '#0072B2'], ramp: ['#cfe3f0', '#0072B2'] },
  mark: { color: OKABE_ITO[0] },
  rule: { color: INK },
  text: { color: INK, fontSize: 11 },
  view: { stroke: null },
};
