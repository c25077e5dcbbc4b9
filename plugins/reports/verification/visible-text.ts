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
  /** What a reader's window is called by, where the file says it beside its text (HTML). */
  readonly windowTitle?: string;
  /** The PNG files inside. */
  readonly pictures: readonly Buffer[];
  /**
   * What shows, hides or runs something beside the text that is read here, such as `word/header1.xml` or `<script>`: no
   * printer writes it, and no program adds it by saving the file.
   */
  readonly foreign: readonly string[];
}
