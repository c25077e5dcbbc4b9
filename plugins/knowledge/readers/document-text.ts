/** A heading, and where it begins in the text. */
export interface Heading {
  readonly at: number;
  /** From 1, the highest. */
  readonly level: number;
  readonly title: string;
}

/** An item of a list. */
export interface ListItem {
  /** Where its line begins. */
  readonly at: number;
  /** Lists that it lies in, from 1. */
  readonly depth: number;
}

/** A table by its first row, which says what the others hold. Characters, `end` and `to` exclusive. */
export interface TableHead {
  readonly start: number;
  readonly end: number;
  /** Where the table ends. */
  readonly to: number;
}

/** A page that is not read whole: it shows no text, or there are drawings or comments on it that nobody reads here. */
export interface PartlyRead {
  /** From 1. */
  readonly page: number;
  readonly why: 'no text' | 'notes';
}

/** What a reader made of a file: its text in reading order. The same bytes always give the same text. */
export interface DocumentText {
  readonly text: string;
  /** In order. */
  readonly headings: readonly Heading[];
  /** Where each page begins, of what has pages. */
  readonly pages?: readonly number[];
  /**
   * What a line is: a row of a table, a paragraph, or the width of a page. Without it lines are as somebody wrote them: some
   * end what they say and some do not.
   */
  readonly lines?: 'rows' | 'paragraphs' | 'layout';
  /** Items of lists, of paragraphs; in order. */
  readonly items?: readonly ListItem[];
  /** Tables, of paragraphs; in order. */
  readonly tables?: readonly TableHead[];
  /** Pages of which something is not read; in order. */
  readonly partly?: readonly PartlyRead[];
}

/** Why a file cannot be known, in words that follow its name. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}
