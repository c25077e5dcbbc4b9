import { plainFractions } from 'oracle-runtime/kit';
import type { DocumentText, Heading, ListItem, TableHead } from './document-text.js';

/** A place in the line that is being written. */
export interface Mark {
  readonly line: number;
  readonly length: number;
}

/** Where a line begins. */
export interface Position {
  readonly at: number;
  /** Lines before it. */
  readonly lines: number;
}

const LONGEST_TITLE = 200;

/** Writes the text of a page line by line, and what its lines are. */
export class PageText {
  readonly #lines: string[] = [];
  readonly #headings: Heading[] = [];
  readonly #items: ListItem[] = [];
  readonly #tables: TableHead[] = [];
  #at = 0;
  #line = '';
  #item: number | undefined;

  /** Where the line begins that is being written. */
  get at(): number {
    return this.#at;
  }

  add(text: string): void {
    this.#line += text;
  }

  /** Ends the line; blank ones are none. */
  endLine(): void {
    const text = plainFractions(this.#line.replace(/\s+/g, ' ').trim());
    this.#line = '';
    if (text === '') return;
    if (this.#item !== undefined) this.#items.push({ at: this.#at, depth: this.#item });
    this.#item = undefined;
    this.#lines.push(text);
    this.#at += text.length + 1;
  }

  /** The next line is one of a list, so many lists deep; or not. */
  beginItem(depth: number | undefined): void {
    this.#item = depth;
  }

  /** The line before was a heading. @param from where the page was when it began */
  endHeading(level: number, from: number): void {
    const title = this.#lines.at(-1);
    if (title !== undefined && this.#at > from)
      this.#headings.push({
        at: this.#at - title.length - 1,
        level,
        title: title.slice(0, LONGEST_TITLE),
      });
  }

  /** Where the next line begins. */
  position(): Position {
    return { at: this.#at, lines: this.#lines.length };
  }

  /**
   * The lines since then were a table; one of a single row says nothing of others.
   * @param rows that say what the others hold, from 1
   */
  endTable({ at, lines }: Position, rows: number): void {
    const head = this.#lines.slice(lines, lines + rows);
    if (head.every((line) => line.startsWith('| ')) && this.#lines.length > lines + rows)
      this.#tables.push({ start: at, end: at + head.join('\n').length, to: this.#at - 1 });
  }

  mark(): Mark {
    return { line: this.#at, length: this.#line.length };
  }

  /** Writes anew what was written since then, if that was all in one line. */
  rewrite(mark: Mark, change: (text: string) => string): void {
    if (mark.line !== this.#at || mark.length > this.#line.length) return;
    const written = this.#line.slice(mark.length);
    this.#line = this.#line.slice(0, mark.length) + change(written);
  }

  /** Whether a letter or digit stands right before it. */
  isGlued({ line, length }: Mark): boolean {
    return line === this.#at && /[\p{L}\p{N})]$/u.test(this.#line.slice(0, length));
  }

  since(mark: Mark): string {
    return mark.line === this.#at ? this.#line.slice(mark.length).replace(/\s+/g, ' ').trim() : '';
  }

  /** A blank behind a digit: what follows is another number. */
  partNumbers(): void {
    if (/\p{N}$/u.test(this.#line)) this.#line += ' ';
  }

  done(): DocumentText {
    this.endLine();
    return {
      text: this.#lines.join('\n'),
      headings: this.#headings,
      lines: 'paragraphs',
      items: this.#items,
      tables: this.#tables,
    };
  }
}
