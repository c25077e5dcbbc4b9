import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { FONT_FAMILY, fontFiles, messageOf } from 'oracle-runtime/kit';
import { type LoggerInterface, parse, type Spec, textMetrics, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { DrawReply, DrawRequest } from './draw-messages.js';
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

async function draw({ id, spec, png }: DrawRequest): Promise<DrawReply> {
  const { spec: vega } = compile(spec as unknown as TopLevelSpec, { config: CHART_CONFIG, logger: silent });
  const view = new View(parse(vega as Spec), { renderer: 'none', loader: noLoader, logger: silent });
  try {
    const svg = await view.toSVG();
    if (svg.length > MOST_SVG)
      return { id, fault: 'it has too many marks: the drawing is larger than 1 MiB' };
    const [width, height] = sizeOf(svg);
    if (!(width > 0 && height > 0 && width <= MOST_PIXELS && height <= MOST_PIXELS))
      return { id, fault: `it is ${width} by ${height} pixels; at most ${MOST_PIXELS} each way` };
    return { id, svg, width, height, ...(png && { png: toPng(svg) }) };
  } finally {
    view.finalize();
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

process.on('message', (request: DrawRequest) => {
  draw(request)
    .catch((error: unknown): DrawReply => ({ id: request.id, fault: messageOf(error) }))
    .then((reply) => process.send?.(reply));
});
// Its oracle is gone.
process.on('disconnect', () => process.exit());
process.send?.({ id: 'ready' } satisfies DrawReply);
