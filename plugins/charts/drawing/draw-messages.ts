/** A chart to draw. */
export interface DrawRequest {
  readonly id: number;
  /** A Vega-Lite specification that was checked. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly png: boolean;
}

/** `ready` comes once, when the libraries are there. */
export type DrawReply =
  | { readonly id: 'ready' }
  | {
      readonly id: number;
      readonly svg: string;
      readonly width: number;
      readonly height: number;
      readonly png?: Uint8Array;
    }
  | { readonly id: number; readonly fault: string };
