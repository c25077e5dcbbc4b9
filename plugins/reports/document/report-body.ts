/** A piece of text: words of the report itself, or a figure by its id. */
export type Inline = string | { readonly figure: string };

export type Cell = readonly Inline[];

export interface TableColumn {
  readonly title: string;
  /** Of the width of the page, in shares that need not sum up to anything. */
  readonly share: number;
  readonly align?: 'right';
}

export type Block =
  | { readonly kind: 'text'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly Cell[] }
  | { readonly kind: 'formula'; readonly inlines: readonly Inline[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly columns: readonly TableColumn[];
      readonly rows: readonly Cell[][];
    }
  /** `name` is one of the pictures of the report. */
  | { readonly kind: 'picture'; readonly name: string; readonly caption: string };

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** A report as all printers print it: the same words in the same order. */
export interface ReportBody {
  readonly title: string;
  readonly subtitle: string;
  readonly sections: readonly Section[];
}

/** How a figure's value becomes text. */
export type FigureFormat =
  | { readonly kind: 'number'; readonly digits?: number }
  | { readonly kind: 'percent'; readonly digits: number }
  | { readonly kind: 'text' }
  | { readonly kind: 'yes-no' };

/** A value of one of the documents that a report rests on. */
export interface Figure {
  readonly id: string;
  /** Name of the document, such as `design`. */
  readonly of: string;
  /** Dotted, such as `parameters.population`. */
  readonly path: string;
  readonly format: FigureFormat;
  /** How it follows from other figures, where a sheet can compute it. */
  readonly follows?: { readonly rule: 'sum' | 'round up'; readonly from: readonly string[] };
}
