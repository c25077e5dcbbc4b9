/** A chart to draw. */
export interface DrawRequest {
  /** A Vega-Lite specification that was checked. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly png: boolean;
}

export interface Drawing {
  readonly svg: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly png?: Uint8Array;
}
