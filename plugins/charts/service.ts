import { defineService, type Principal } from 'oracle-runtime/plugin';
import type { ChartCell, ChartSource, ChartTable } from './record/picture-record.js';

export type { ChartCell, ChartSource, ChartTable };

/** A picture of a chart with what stands beside it. */
export interface RenderedChart {
  readonly mimeType: 'image/svg+xml' | 'image/png';
  /** The picture, which carries its numbers, where they come from and a hash over both. */
  readonly bytes: Uint8Array;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** What the chart shows, in words. */
  readonly alt: string;
}

export interface ChartRequest {
  /** A Vega-Lite 6 specification with its data inside; it may load, link and compute nothing. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly format: 'svg' | 'png';
  /** Its name, for who hears it read. */
  readonly title: string;
  readonly alt: string;
  /** The numbers that it shows. */
  readonly table: ChartTable;
  readonly source?: ChartSource;
}

export interface DesignChart {
  readonly designId: string;
  readonly chart: 'allocation' | 'precision' | 'intervals';
  readonly format: 'svg' | 'png';
}

/** Draws charts for plugins that show or print them: one family of letters, colours for everybody, light and dark. */
export interface ChartService {
  /** @throws OracleError `invalid_request` (a specification that cannot be drawn, or wants to load), `payload_too_large` */
  render(request: ChartRequest, signal: AbortSignal): Promise<RenderedChart>;
  /**
   * A ready chart of a design of this principal.
   * @throws OracleError `not_found`, `forbidden`; `insufficient_data` when there is nothing to draw yet
   */
  ofDesign(principal: Principal, wish: DesignChart, signal: AbortSignal): Promise<RenderedChart>;
}

export const Charts = defineService<ChartService>()('charts', 'charts');
