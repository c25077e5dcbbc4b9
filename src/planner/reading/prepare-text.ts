import { conceptsAt } from '../language/concepts.js';
import { languageOf } from '../language/language-of.js';
import { wordsOf } from '../language/words.js';

/** A message made ready to be read as a request. */
export interface PreparedText {
  /** The prose; each block of data, and each quotation that must not be touched, stands as one private character. */
  readonly text: string;
  /** Pasted tables, code fences, delicate quotations: taken as they are, never read as prose. */
  readonly blocks: readonly string[];
  /** The prose was longer than a request can be, and its end was left out. */
  readonly cut: boolean;
}

const LIMIT = 4_000;
const FIRST_MARK = 0xe000;
const MAX_BLOCKS = 64;

/** Takes pasted data out of a message, shrinks runs of white space and bounds the length of what is left. */
export function prepareText(raw: string): PreparedText {
  const blocks: string[] = [];
  const keep = (block: string): string => {
    if (blocks.length >= MAX_BLOCKS) return ' ';
    blocks.push(block.trim());
    return `\n${markOf(blocks.length - 1)}\n`;
  };
  const unmarked = raw.replace(/[\uE000-\uE03F]/gu, ' ');
  const unquoted = unmarked.replace(QUOTED, (whole, straight?: string, curly?: string) => {
    const quoted = straight ?? curly ?? '';
    if (!isDelicate(quoted) || blocks.length >= MAX_BLOCKS) return whole;
    blocks.push(quoted);
    return `"${markOf(blocks.length - 1)}"`;
  });
  const unfenced = unquoted.replace(/```[^\n`]*\n([\s\S]*?)(?:```|$)/gu, (_, body: string) => keep(body));
  const prose = takeTables(unfenced.split('\n'), keep)
    .replace(/[^\S\n]{2,}/gu, ' ')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
  return { text: prose.slice(0, LIMIT), blocks, cut: prose.length > LIMIT };
}

/** A quotation as a whole, with room before and behind it: no inch sign, no quote within a word. */
const QUOTED = /(?<=^|[\s(:,=])(?:"([^"]{1,100000})"|“([^”]{1,100000})”)(?=$|[\s).,;:!?])/gu;
const LONG_QUOTE = 500;

/** What shrinking white space, cutting or reading line by line would change. */
function isDelicate(quoted: string): boolean {
  return quoted.length > LONG_QUOTE || /\n|[^\S\n]{2}|^\s|\s$/u.test(quoted);
}

/** The character that stands for a block. */
function markOf(index: number): string {
  return String.fromCharCode(FIRST_MARK + index);
}

/** Which block a character stands for; negative for ordinary characters. */
export function blockIndex(char: string): number {
  const index = char.charCodeAt(0) - FIRST_MARK;
  return index < MAX_BLOCKS ? index : -1;
}

const DELIMITERS = ['\t', ';', ','];
/** So many lines in a row with as many delimiters each are a table, and so many where the cells stand close. */
const [ROWS, CLOSE_ROWS] = [3, 2];

/** Whether a block is a table, with its names in the first line. */
export function isTable(block: string): boolean {
  const lines = block.split('\n', COLUMN_ROWS);
  return (
    (lines.length >= CLOSE_ROWS && rowsFrom(lines, 0) >= CLOSE_ROWS) || columnFrom(lines, 0) >= COLUMN_ROWS
  );
}

/** A name and so many codes of one form below it are a column by themselves. */
const COLUMN_ROWS = 4;

/** How many lines from one on are a column: its name, and below it codes such as `HH-1` that are alike. */
function columnFrom(lines: readonly string[], from: number): number {
  return isColumnName(lines[from]?.trim() ?? '') ? 1 + codesFrom(lines, from + 1) : 0;
}

function isColumnName(name: string): boolean {
  return /^\p{L}[\p{L}_]*$/u.test(name);
}

/** How many cells from one on are codes of one form. */
function codesFrom(cells: readonly string[], from: number): number {
  const first = cells[from]?.trim() ?? '';
  if (!/^(?=.*\d)(?=.*\p{L})[\p{L}\p{N}_.-]{2,60}$/u.test(first)) return 0;
  let to = from;
  while (to < cells.length && formOf(cells[to]?.trim() ?? '') === formOf(first)) to++;
  return to - from;
}

function formOf(cell: string): string {
  return cell.replace(/\d+/gu, '0');
}

/**
 * A table that lost its line breaks when it was pasted, with them: rows of as many cells with blanks between, the names
 * first, or a name and codes with one sign between. Undefined for any other run of words.
 */
function withBreaks(run: string): string | undefined {
  const rows = run.split(' ');
  const [names = '', ...rest] = rows;
  const delimiter = DELIMITERS.find((one) => names.includes(one));
  if (delimiter === undefined) return undefined;
  const cells = names.split(delimiter);
  if (rows.length >= ROWS && cells.every(isColumnName)) {
    const isRow = (row: string) => /\p{N}/u.test(row) && row.split(delimiter).length === cells.length;
    return rest.every(isRow) ? rows.join('\n') : undefined;
  }
  const isColumn = rest.length === 0 && cells.length >= COLUMN_ROWS && columnFrom(cells, 0) === cells.length;
  return isColumn ? cells.join('\n') : undefined;
}

/** Words without a blank around their commas or semicolons, one or more of them with one blank between. */
const RUN = /(?<!\S)[^\s,;]+(?:[,;][^\s,;]+)+(?: [^\s,;]+(?:[,;][^\s,;]+)+)*(?!\S)/gu;

/** How many lines from one on have as many delimiters as it. */
function rowsFrom(lines: readonly string[], from: number): number {
  const line = lines[from] ?? '';
  const delimiter = DELIMITERS.find((one) => line.includes(one));
  if (delimiter === undefined) return 0;
  const count = line.split(delimiter).length;
  const close = isClose(line);
  let to = from;
  for (; to < lines.length; to++) {
    const next = lines[to] ?? '';
    // A sentence with a comma stands over no table whose cells stand close.
    if (next.split(delimiter).length !== count || isClose(next) !== close) break;
  }
  return to - from;
}

/** `1,north`, and not `thanks, Ada`. */
function isClose(line: string): boolean {
  return !/[;,][^\S\n]|[^\S\n][;,]|[.!?:]$/u.test(line.trim());
}

/** `Mittelwert 0,8`: the comma stands before decimals. */
const SAID_DECIMAL = /^[^\d,;\t]*\p{L}[^\d,;\t]*\d+,\d+[^\d,;\t]*$/u;

/** How many rows, and no less than half of them, that each call a measure by its name make a list of figures. */
const FIGURES = 2;

/** `Total households;23410`, `Mean;4.85`, `SD;1.96`: no data, but what somebody says, a line each. */
function isFigures(lines: readonly string[]): boolean {
  const rows = lines.map((line) => line.split(DELIMITERS.find((one) => line.includes(one)) ?? '\t'));
  if (rows.some((cells) => cells.length !== 2)) return false;
  const language = languageOf(lines.join(' '));
  const isCalled = ([name = '', value = '']: readonly string[]) =>
    /\d/u.test(value) &&
    !/\d/u.test(name) &&
    conceptsAt(wordsOf(name), language)
      .flat()
      .some((one) => one.startsWith('field.'));
  return rows.filter(isCalled).length >= Math.max(FIGURES, rows.length / 2);
}

function isData(lines: readonly string[]): boolean {
  if (isFigures(lines)) return false;
  if (lines.length < CLOSE_ROWS || lines.every((line) => SAID_DECIMAL.test(line))) return false;
  // Names without any blank stand over two lines of a table.
  return lines.length >= ROWS || (isClose(lines[0] ?? '') && !/[\d\s]/u.test(lines[0]?.trim() ?? ''));
}

function takeTables(lines: readonly string[], keep: (block: string) => string): string {
  const kept: string[] = [];
  for (let from = 0; from < lines.length; ) {
    const line = lines[from] ?? '';
    const rows = lines.slice(from, from + rowsFrom(lines, from));
    const column = columnFrom(lines, from);
    const data = isData(rows) ? rows : column >= COLUMN_ROWS ? lines.slice(from, from + column) : [];
    if (data.length > 0) {
      kept.push(keep(data.join('\n')));
      from += data.length;
    } else {
      kept.push(
        line.replace(RUN, (run) => {
          const broken = withBreaks(run);
          return broken === undefined ? run : keep(broken);
        }),
      );
      from++;
    }
  }
  return kept.join('\n');
}
