import { type Clock, type Logger, OracleError } from 'oracle-runtime/plugin';
import { checkSpec } from './drawing/check-spec.js';
import { createDrawingProcess } from './drawing/drawing-process.js';
import { DARK_STYLE } from './drawing/theme.js';
import { withNumbers } from './ready/say.js';
import {
  type ChartSource,
  type ChartTable,
  type PictureRecord,
  sealPicture,
} from './record/picture-record.js';
import { withPngTexts } from './record/png-text.js';
import { withSvgTexts } from './record/svg-text.js';
import type { RenderedChart } from './service.js';

/** Under which a PNG carries its record. */
export const PNG_KEYWORD = 'oracle-chart';

/** A chart that is ready to be drawn. */
export interface Chart {
  /** Such as `allocation`; `chart` for a free one. */
  readonly kind: string;
  readonly title: string;
  /** What it shows, in words, for who cannot see it. */
  readonly alt: string;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly table: ChartTable;
  readonly source: ChartSource;
}

/** A picture with the record that it carries. */
export interface Picture extends RenderedChart {
  readonly title: string;
  readonly record: PictureRecord;
}

export interface ChartDrawer {
  /**
   * @param owner whose chart it is
   * @throws OracleError `invalid_request`, `payload_too_large`, `rate_limited`, `unavailable`
   */
  draw(chart: Chart, format: 'svg' | 'png', owner: string, signal: AbortSignal): Promise<Picture>;
  dispose(): Promise<void>;
}

export function createChartDrawer(parts: {
  readonly timeoutMs: number;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly oracle: { readonly did: string | undefined };
}): ChartDrawer {
  const drawing = createDrawingProcess(parts.timeoutMs, parts.logger);
  return {
    async draw(chart, format, owner, signal) {
      const { kind, title, alt, spec, table, source } = withNumbers(chart);
      const drawn = await drawing.draw(checkSpec(spec), format === 'png', owner, signal);
      const record = sealPicture({
        type: 'oracle-chart',
        version: 1,
        kind,
        title,
        alt,
        source,
        table,
        drawnAt: new Date(parts.clock.now()).toISOString(),
        oracle: parts.oracle.did ?? null,
      });
      const { width, height } = drawn;
      return { ...toPicture(drawn, record, format), width, height, title, alt, record };
    },
    dispose: () => drawing.dispose(),
  };
}

function toPicture(
  { svg, png }: { readonly svg: string; readonly png?: Uint8Array },
  record: PictureRecord,
  format: 'svg' | 'png',
): Pick<Picture, 'bytes' | 'mimeType'> {
  const { title, alt: desc, sha256 } = record;
  const json = JSON.stringify(record);
  if (format === 'svg') {
    const text = withSvgTexts(svg, {
      title,
      desc,
      style: DARK_STYLE,
      record: json,
      id: `c${sha256.slice(0, 8)}`,
    });
    return { mimeType: 'image/svg+xml', bytes: new TextEncoder().encode(text) };
  }
  if (png === undefined) throw new OracleError('internal', { detail: 'The drawing process made no PNG.' });
  return {
    mimeType: 'image/png',
    bytes: withPngTexts(png, { Title: title, Description: desc, [PNG_KEYWORD]: json }),
  };
}
