/** The part of pdf.js's annotations that is read here: what lies over a page, such as fields, stamps and notes. */
export interface Annotation {
  readonly id: string;
  readonly subtype: string;
  /** Left, bottom, right, top, in points. */
  readonly rect: readonly number[];
  readonly annotationFlags?: number;
  /** `Tx`, `Btn`, `Ch` or `Sig`, of fields. */
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly password?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  /** What a box that is ticked has for its value, and a button of several. */
  readonly exportValue?: string;
  readonly buttonValue?: string;
  /** What it shows, line by line. */
  readonly textContent?: readonly string[];
  readonly contentsObj?: { readonly str?: string };
  /** Corners of what it marks, eight numbers each. */
  readonly quadPoints?: ArrayLike<number> | null;
}

const HIDDEN = 0x02;
const NO_VIEW = 0x20;

export const isShown = ({ annotationFlags = 0 }: Annotation): boolean =>
  (annotationFlags & (HIDDEN | NO_VIEW)) === 0;
