import { escapeUnseen, isRecord } from '../../kit/index.js';
import { splitName } from '../language/tokenize.js';
import { formatScalar, humanise } from './format-value.js';
import { verbatim } from './verbatim.js';

const LEAD_KEYS = ['title', 'summary', 'message', 'answer', 'text', 'content'];
const LINE_LIMIT = 600;
const CELL_LIMIT = 240;
const ROWS = 20;
const COLUMNS = 10;
const LIST_ITEMS = 30;
const DEPTH = 4;

type Data = Readonly<Record<string, unknown>>;

/** Texts that the oracle's own rooms write about a result; what stands under other names is data, and stays as it is. */
const OWN_WORDS = new Set(
  'summary message answer warning warnings note notes hint detail details explanation meaning reason reasons finding findings advice next change changes effect inputs formula alternatives outcome terms'.split(
    ' ',
  ),
);
const OWN_LEADS = new Set(['summary', 'message', 'answer']);
/** Under these names stands what somebody else has written, letter for letter. */
const QUOTED = new Set(['quote', 'excerpt', 'snippet']);
/** What is run as it stands: a line that begins as a shell's does with one of the programs that the oracle names. */
const COMMAND = /^(?:[A-Z][A-Z0-9_]*=\S+ )*(?:python3|printf|sha256sum|openssl|curl|jq|npx|oracle) \S/u;
const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/u;

/**
 * JSON as Markdown that a person reads: leading sentences, then single values, then nested parts as sections,
 * uniform lists as tables, and warnings last.
 */
export function renderMarkdown(value: unknown): string {
  if (Array.isArray(value)) return renderArray(value, 'result', 0);
  if (!isRecord(value)) return typeof value === 'string' ? verbatim(value) : worded(value, '', LINE_LIMIT);
  return renderObject(value, 0);
}

function renderObject(value: Data, depth: number): string {
  const { summary } = value;
  const headed = isLead('summary', summary) ? summary : undefined;
  // What a result leaves empty says nothing to a person, and what its first sentence says needs no second one.
  const entries = Object.entries(value).filter(
    ([, member]) =>
      member !== undefined &&
      member !== null &&
      member !== '' &&
      (headed === undefined || !isToldBy(headed, member)),
  );
  const blocks: string[] = [];
  const scalars: string[] = [];
  const sections: string[] = [];
  const warnings: string[] = [];
  for (const [key, member] of entries) {
    if (isLead(key, member)) continue;
    if (key === 'warnings' || key === 'warning') warnings.push(...toLines(member));
    else if (isCommand(member)) sections.push(`**${humanise(key)}**\n\n${fenced(member, 'sh')}`);
    else if (isQuotation(key, member)) sections.unshift(fenced(member));
    else if (isScalar(member)) scalars.push(`- **${humanise(key)}:** ${worded(member, key, LINE_LIMIT)}`);
    else if (isScalarList(member)) scalars.push(`- **${humanise(key)}:** ${inlineList(member, key)}`);
    else sections.push(renderSection(key, member, depth));
  }
  for (const key of LEAD_KEYS) {
    const member = value[key];
    if (!isLead(key, member)) continue;
    const text = OWN_LEADS.has(key) ? member : verbatim(member);
    blocks.push(key === 'title' ? `**${text}**` : text);
  }
  if (scalars.length > 0) blocks.push(scalars.join('\n'));
  blocks.push(...sections.filter((section) => section !== ''));
  if (warnings.length > 0) blocks.push(`**Warnings**\n\n${warnings.map((line) => `- ${line}`).join('\n')}`);
  return blocks.join('\n\n');
}

function isToldBy(summary: string, member: unknown): boolean {
  if (Array.isArray(member)) return member.length === 0;
  return typeof member === 'string' && member.length < summary.length && summary.includes(member);
}

/** Top-level texts that say the result in words come first. */
function isLead(key: string, value: unknown): value is string {
  return LEAD_KEYS.includes(key) && typeof value === 'string' && value.trim() !== '' && value.length <= 4_000;
}

function renderSection(key: string, value: unknown, depth: number): string {
  const heading = depth < 2 ? `${'#'.repeat(depth + 3)} ${humanise(key)}` : `**${humanise(key)}**`;
  if (depth >= DEPTH) return `${heading}\n\n${worded(JSON.stringify(value), '', LINE_LIMIT)}`;
  const body = Array.isArray(value)
    ? renderArray(value, key, depth)
    : isRecord(value)
      ? renderObject(value, depth + 1)
      : '';
  return body === '' ? '' : `${heading}\n\n${body}`;
}

function renderArray(value: readonly unknown[], key: string, depth: number): string {
  if (value.length === 0) return '*none*';
  const rows = value.filter(isRecord);
  if (rows.length < value.length) {
    const shown = value
      .slice(0, LIST_ITEMS)
      .map(
        (item) =>
          `- ${isScalar(item) ? worded(item, key, LINE_LIMIT) : worded(JSON.stringify(item), key, LINE_LIMIT)}`,
      );
    return [...shown, ...more(value.length - LIST_ITEMS)].join('\n');
  }
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const flat =
    columns.length <= COLUMNS &&
    rows.every((row) =>
      Object.entries(row).every(([name, cell]) =>
        isQuotation(name, cell) || isCommand(cell) ? isPlain(cell) : isScalar(cell) || isScalarList(cell),
      ),
    );
  return flat ? renderTable(rows, columns) : renderItems(rows, depth);
}

function renderTable(rows: readonly Data[], columns: readonly string[]): string {
  const shown = rows.slice(0, ROWS);
  const numeric = columns.map((column) =>
    shown.every((row) => row[column] === undefined || typeof row[column] === 'number'),
  );
  const lines = [
    `| ${columns.map(humanise).join(' | ')} |`,
    `| ${numeric.map((right) => (right ? '---:' : '---')).join(' | ')} |`,
    ...shown.map((row) => `| ${columns.map((column) => cell(row[column], column)).join(' | ')} |`),
  ];
  return [lines.join('\n'), ...more(rows.length - ROWS)].join('\n\n');
}

function cell(value: unknown, key: string): string {
  const text = isScalarList(value) ? inlineList(value, key) : worded(value, key, CELL_LIMIT);
  return text.replaceAll('|', '\\|');
}

function renderItems(rows: readonly Data[], depth: number): string {
  const shown = rows.slice(0, ROWS).map((row, index) => {
    const name = ['title', 'name', 'label', 'step', 'id']
      .map((key) => row[key])
      .find((one) => typeof one === 'string' && one !== '');
    const rest = Object.fromEntries(Object.entries(row).filter(([, member]) => member !== name));
    const body = renderObject(rest, depth + 2);
    return [`**${typeof name === 'string' ? worded(name, '', CELL_LIMIT) : `${index + 1}.`}**`, body]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  return [...shown, ...more(rows.length - ROWS)].join('\n\n');
}

function more(left: number): string[] {
  return left > 0 ? [`… and ${left} more`] : [];
}

function inlineList(values: readonly unknown[], key: string): string {
  if (values.length === 0) return 'none';
  const shown = values.slice(0, LIST_ITEMS).map((value) => worded(value, key, CELL_LIMIT));
  return [...shown, ...more(values.length - LIST_ITEMS)].join(', ');
}

function toLines(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((item) => {
    if (isRecord(item)) {
      const text = item['message'] ?? item['detail'] ?? item['text'];
      return typeof text === 'string' ? text : worded(JSON.stringify(item), '', LINE_LIMIT);
    }
    return worded(item, '', LINE_LIMIT);
  });
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function isScalarList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isScalar) && value.every((item) => String(item).length <= 80);
}

/** A value on one line, marked where it is somebody else's words. */
function worded(value: unknown, key: string, limit: number): string {
  const text = formatScalar(value, key, limit);
  if (typeof value !== 'string' || value === '') return text;
  return OWN_WORDS.has(splitName(key).at(-1) ?? '') || ISO_MOMENT.test(value) ? text : verbatim(text);
}

function isQuotation(key: string, value: unknown): value is string {
  return QUOTED.has(key) && typeof value === 'string' && value !== '';
}

function isCommand(value: unknown): value is string {
  return typeof value === 'string' && COMMAND.test(value);
}

/** Whether a quotation stands on one line of Markdown as it is, letter for letter. */
function isPlain(quotation: string): boolean {
  return (
    quotation.length <= CELL_LIMIT &&
    formatScalar(quotation, 'quote', CELL_LIMIT) === quotation &&
    !/[|*_~<>[\]]/u.test(quotation)
  );
}

/** A quotation as a block of its own, with its lines as they are: nothing of it is Markdown, and what is copied is what stands there. */
export function fenced(quotation: string, language = 'text'): string {
  const runs = quotation.match(/`+/gu) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  const lines = quotation.split(/\r?\n/u).map((line) => line.split('\t').map(escapeUnseen).join('\t'));
  return verbatim(`${fence}${language}\n${lines.join('\n')}\n${fence}`);
}
