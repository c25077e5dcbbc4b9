import { displayWidth } from './display-width.js';

export interface Screen {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Lines at the foot of the terminal that are drawn anew in place, below what is printed for good. What is drawn fits the
 * screen: what has scrolled out of it cannot be taken back.
 */
export class LiveRegion {
  readonly #write: (text: string) => void;
  readonly #screen: () => Screen;
  /** The widths of the lines that stand there. */
  #widths: readonly number[] = [];
  #drawn = '';

  constructor(write: (text: string) => void, screen: () => Screen) {
    this.#write = write;
    this.#screen = screen;
  }

  /** Prints lines for good, above what is live. */
  print(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.#write(`${this.#erase()}${lines.map((line) => `${line}\n`).join('')}`);
    this.#widths = [];
    this.#drawn = '';
  }

  /** Shows these lines, the last of them when they are too many; each is narrower than the screen. */
  draw(lines: readonly string[]): void {
    const shown = lines.slice(-Math.max(1, this.#screen().rows - 1));
    const text = shown.join('\n');
    if (text === this.#drawn) return;
    this.#write(`${this.#erase()}${text}`);
    this.#widths = shown.map((line) => displayWidth(plain(line)));
    this.#drawn = text;
  }

  clear(): void {
    this.draw([]);
  }

  #erase(): string {
    if (this.#drawn === '') return '';
    const { columns } = this.#screen();
    // A screen that became narrower has wrapped what stood there.
    const rows = this.#widths.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
    return `${rows > 1 ? `\u001b[${rows - 1}A` : ''}\r\u001b[J`;
  }
}

/** Without the styles that we put in ourselves. */
function plain(line: string): string {
  return line
    .split('\u001b[')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('m') + 1)))
    .join('');
}
