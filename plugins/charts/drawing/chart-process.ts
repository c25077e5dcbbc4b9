import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { FONT_FAMILY, fontFiles, serveWork } from 'oracle-runtime/kit';
import { type LoggerInterface, parse, type Spec, textMetrics, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { Drawing, DrawRequest } from './draw-messages.js';
import { staysWithin } from './sweep-svg.js';
import { readRuler } from './text-width.js';
import { CHART_CONFIG } from './theme.js';

/**
 * A process of its own: what a specification makes of its rows can take any time and memory, and is then ended from
 * outside.
 */

const MOST_PIXELS = 4_000;
const MOST_SVG = 1024 * 1024;
const PNG_ZOOM = 2;

const files = fontFiles();
const rulers = { normal: readRuler(readFileSync(files.normal)), bold: readRuler(readFileSync(files.bold)) };

interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: string | number;
}

declare module 'vega' {
  /** Exported and not in its types. */
  const textMetrics: { width(item: TextItem, text: unknown): number };
}

// Without a canvas Vega guesses widths; labels then overlap or stand far off.
textMetrics.width = (item, text) => {
  const bold = item.fontWeight === 'bold' || Number(item.fontWeight) >= 600;
  return rulers[bold ? 'bold' : 'normal'].width(String(text), item.fontSize ?? 11);
};

/** Refuses whatever it is asked for. */
const noLoader = {
  load: refuse,
  sanitize: refuse,
  http: refuse,
  file: refuse,
};

function refuse(): Promise<never> {
  return Promise.reject(new Error('a chart loads nothing'));
}

/** What a specification makes Vega complain of goes no further than the picture. */
const silent: LoggerInterface = {
  level: () => silent,
  error: () => silent,
  warn: () => silent,
  info: () => silent,
  debug: () => silent,
} as unknown as LoggerInterface;

async function draw({ spec, png }: DrawRequest): Promise<Drawing> {
  const { spec: vega } = compile(spec as unknown as TopLevelSpec, { config: CHART_CONFIG, logger: silent });
  const view = new View(parse(vega as Spec), { renderer: 'none', loader: noLoader, logger: silent });
  try {
    const svg = await view.toSVG();
    if (!staysWithin(svg)) throw new Error('it would load or link something');
    if (svg.length > MOST_SVG) throw new Error('it has too many marks: the drawing is larger than 1 MiB');
    const [width, height] = sizeOf(svg);
    if (!(width > 0 && height > 0 && width <= MOST_PIXELS && height <= MOST_PIXELS))
      throw new Error(`it is ${width} by ${height} pixels; at most ${MOST_PIXELS} each way`);
    return { svg, width, height, ...(png && { png: toPng(svg) }) };
  } finally {
    view.finalize();
  }
}

/** What Vega says of a specification is told; where it merely stumbles over one, its words help nobody. */
async function drawOrSay(request: DrawRequest): Promise<Drawing> {
  try {
    return await draw(request);
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) throw error;
    throw new Error('it is no whole specification of Vega-Lite');
  }
}

function sizeOf(svg: string): [width: number, height: number] {
  const [, width, height] = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return [Math.round(Number(width)), Math.round(Number(height))];
}

function toPng(svg: string): Uint8Array {
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: PNG_ZOOM },
    font: {
      fontFiles: Object.values(files),
      loadSystemFonts: false,
      defaultFontFamily: FONT_FAMILY,
    },
  });
  return new Uint8Array(picture.render().asPng());
}

serveWork(drawOrSay);
