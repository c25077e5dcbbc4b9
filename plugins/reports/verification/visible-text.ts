/** Text as it stands in a file, piece by piece in reading order. */
export interface VisiblePiece {
  readonly text: string;
  /** For people: `page 2`, or `section "Sample size", table 1, row 3, column 2`. */
  readonly where: string;
}

/** What a file of a report holds. */
export interface VisibleReport {
  readonly format: 'pdf' | 'docx' | 'html' | 'xlsx';
  /** The record as it stands inside; undefined for a file that carries none. */
  readonly record: string | undefined;
  readonly pieces: readonly VisiblePiece[];
  /** SHA-256 of the pictures inside, where they can be told. */
  readonly pictures?: readonly string[];
}
