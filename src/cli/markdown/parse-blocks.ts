/** A part of a Markdown text, as far as a chat needs them. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[]; readonly loose: boolean }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | Table
  | { readonly kind: 'rule' };

export interface ListItem {
  /** `1.` of an ordered list, else undefined. */
  readonly number: string | undefined;
  readonly blocks: readonly Block[];
}

export interface Table {
  readonly kind: 'table';
  readonly right: readonly boolean[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A block with the line that it begins on. */
export interface PlacedBlock {
  readonly line: number;
  readonly block: Block;
}

const DEEPEST = 8;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ITEM = /^( *)(?:[-*+]|(\d{1,9}[.)]))( +|$)/;
const QUOTE = /^ {0,3}> ?/;
const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** The blocks of a text without control characters. Never fails: what is no Markdown is a paragraph. */
export function parseBlocks(text: string): readonly PlacedBlock[] {
  return parseLines(text.split('\n'), 0);
}

function parseLines(lines: readonly string[], depth: number): readonly PlacedBlock[] {
  const placed: PlacedBlock[] = [];
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const { block, next } = blockAt(lines, at, depth);
    placed.push({ line: at, block });
    at = next;
  }
  return placed;
}

interface Parsed {
  readonly block: Block;
  /** The line after it. */
  readonly next: number;
}

function blockAt(lines: readonly string[], at: number, depth: number): Parsed {
  const line = lines[at] ?? '';
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return codeAt(lines, at, fence);
  const heading = HEADING.exec(line);
  if (heading !== null)
    return {
      block: {
        kind: 'heading',
        level: heading[1]?.length ?? 1,
        text: (heading[2] ?? '').trim().replace(/[ \t]#+$/, ''),
      },
      next: at + 1,
    };
  if (RULE.test(line)) return { block: { kind: 'rule' }, next: at + 1 };
  if (depth < DEEPEST && QUOTE.test(line)) return quoteAt(lines, at, depth);
  if (depth < DEEPEST && ITEM.test(line)) return listAt(lines, at, depth);
  if (isTable(lines, at)) return tableAt(lines, at);
  let next = at + 1;
  while (next < lines.length && !isBlank(lines[next]) && !beginsOther(lines, next)) next += 1;
  const text = lines
    .slice(at, next)
    .map((each) => each.trim())
    .join('\n');
  return { block: { kind: 'paragraph', text }, next };
}

function codeAt(lines: readonly string[], at: number, fence: string): Parsed {
  const closes = (line: string) => {
    const mark = FENCE.exec(line)?.[1];
    return mark?.startsWith(fence) === true && line.trim() === mark;
  };
  let end = at + 1;
  while (end < lines.length && !closes(lines[end] ?? '')) end += 1;
  return { block: { kind: 'code', lines: lines.slice(at + 1, end) }, next: Math.min(end + 1, lines.length) };
}

function quoteAt(lines: readonly string[], at: number, depth: number): Parsed {
  let next = at;
  while (next < lines.length && QUOTE.test(lines[next] ?? '')) next += 1;
  const inner = lines.slice(at, next).map((line) => line.replace(QUOTE, ''));
  return { block: { kind: 'quote', blocks: parseLines(inner, depth + 1).map(({ block }) => block) }, next };
}

function listAt(lines: readonly string[], at: number, depth: number): Parsed {
  const items: ListItem[] = [];
  const ordered = ITEM.exec(lines[at] ?? '')?.[2] !== undefined;
  const base = indentOf(lines[at] ?? '');
  let loose = false;
  let apart = false;
  let next = at;
  for (;;) {
    const marker = ITEM.exec(lines[next] ?? '');
    if (marker === null || indentOf(lines[next] ?? '') > base + 3) break;
    if ((marker[2] !== undefined) !== ordered || RULE.test(lines[next] ?? '')) break;
    loose ||= apart;
    const inner = [(lines[next] ?? '').slice(marker[0].length)];
    for (next += 1; next < lines.length && belongs(lines, next, base); next += 1)
      inner.push(unindent(lines[next] ?? '', marker[0].length));
    items.push({ number: marker[2], blocks: parseLines(inner, depth + 1).map(({ block }) => block) });
    let after = next;
    while (after < lines.length && isBlank(lines[after])) after += 1;
    if (after === lines.length || ITEM.exec(lines[after] ?? '') === null) break;
    apart = after > next;
    next = after;
  }
  return { block: { kind: 'list', items, loose }, next };
}

/** Whether a line goes on with the item: it is indented, or follows without a blank and begins nothing of its own. */
function belongs(lines: readonly string[], at: number, base: number): boolean {
  const line = lines[at] ?? '';
  if (isBlank(line)) {
    let after = at;
    while (after < lines.length && isBlank(lines[after])) after += 1;
    return after < lines.length && indentOf(lines[after] ?? '') >= base + 2;
  }
  if (indentOf(line) >= base + 2) return true;
  return !isBlank(lines[at - 1]) && !beginsOther(lines, at);
}

function isTable(lines: readonly string[], at: number): boolean {
  const delimiters = lines[at + 1];
  if (delimiters === undefined || !(lines[at] ?? '').includes('|') || !DELIMITERS.test(delimiters))
    return false;
  return cellsOf(lines[at] ?? '').length === cellsOf(delimiters).length;
}

function tableAt(lines: readonly string[], at: number): Parsed {
  const head = cellsOf(lines[at] ?? '');
  const right = cellsOf(lines[at + 1] ?? '').map((cell) => cell.endsWith(':') && !cell.startsWith(':'));
  let next = at + 2;
  while (next < lines.length && !isBlank(lines[next]) && (lines[next] ?? '').includes('|')) next += 1;
  const rows = lines.slice(at + 2, next).map((line) => {
    const cells = cellsOf(line);
    return head.map((_, column) => cells[column] ?? '');
  });
  return { block: { kind: 'table', head, right, rows }, next };
}

/** The cells of a row; `\|` is a bar within one. */
function cellsOf(line: string): readonly string[] {
  const inner = line.trim().replace(/^\|/, '');
  const cells = inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
  return cells.length > 1 && cells.at(-1) === '' ? cells.slice(0, -1) : cells;
}

/** Whether a line ends a paragraph although no blank line is before it. */
function beginsOther(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return (
    FENCE.test(line) ||
    HEADING.test(line) ||
    RULE.test(line) ||
    QUOTE.test(line) ||
    ITEM.test(line) ||
    isTable(lines, at)
  );
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function unindent(line: string, most: number): string {
  return line.slice(Math.min(indentOf(line), most));
}
