import { defineService } from 'oracle-runtime/plugin';

/** A picture of a chart with what stands beside it. */
export interface RenderedChart {
  readonly mimeType: 'image/svg+xml' | 'image/png';
  readonly bytes: Uint8Array;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** What the chart shows, in words. */
  readonly alt: string;
}

export interface ChartRequest {
  /** A Vega-Lite 6 specification with its data inside; it may load nothing. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly format: 'svg' | 'png';
  readonly alt: string;
}

/** Draws charts for plugins that show or print them. */
export interface ChartService {
  /** @throws OracleError `invalid_request` (a specification that cannot be drawn, or wants to load), `payload_too_large` */
  render(request: ChartRequest, signal: AbortSignal): Promise<RenderedChart>;
}

export const Charts = defineService<ChartService>()('charts', 'charts');
