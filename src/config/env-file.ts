import { parse } from 'dotenv';

/** A `.env` file, read: its values, the line each stands on, and the lines that are no assignments. */
export interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  readonly lines: ReadonlyMap<string, number>;
  readonly faults: readonly { readonly line: number; readonly message: string }[];
}

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/;
const MEND = 'Write NAME=value, or start the line with # to make it a comment';

/**
 * Reads the text of a `.env` file. dotenv gives the values; since dotenv passes over what it cannot read, the
 * lines are checked first and every malformed one is a fault. A fault never repeats the line: it may hold a secret.
 */
export function readEnvFile(text: string): EnvFile {
  const source = text.replace(/^\uFEFF/, '');
  const rows = source.split(/\r\n|\r|\n/);
  const lines = new Map<string, number>();
  const faults: { line: number; message: string }[] = [];

  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] ?? '';
    if (/^\s*(#|$)/.test(row)) continue;
    const line = index + 1;
    const [, name, rest] = ASSIGNMENT.exec(row) ?? [];
    if (name === undefined || rest === undefined) {
      faults.push({ line, message: `this line is no assignment. ${MEND}` });
      continue;
    }
    lines.set(name, line);
    const quote = rest[0];
    if (quote !== '"' && quote !== "'" && quote !== '`') continue;
    const end = endOfQuoted(rows, index, rest, quote);
    if (end === undefined) {
      faults.push({
        line,
        message: `the value of ${name} opens a ${quote} that is never closed. Close it, or leave out the quotes`,
      });
    } else if (end.trailing) {
      faults.push({
        line,
        message: `text follows the closing ${quote} in the value of ${name}. Close the quote at the end of the value`,
      });
    } else {
      index = end.row;
    }
  }
  return { values: parse(source), lines, faults };
}

/** Where a quoted value ends; it may span lines. `trailing`: something other than a comment follows the quote. */
function endOfQuoted(
  rows: readonly string[],
  start: number,
  rest: string,
  quote: string,
): { row: number; trailing: boolean } | undefined {
  for (let row = start; row < rows.length; row++) {
    const text = row === start ? rest.slice(1) : (rows[row] ?? '');
    for (let at = 0; at < text.length; at++) {
      if (text[at] === '\\' && text[at + 1] === quote) at += 1;
      else if (text[at] === quote) return { row, trailing: !/^\s*(#.*)?$/.test(text.slice(at + 1)) };
    }
  }
  return undefined;
}

/**
 * The text of a `.env` file with variables set: in the place of the line that sets one, else at its end.
 * @param values of one line each
 */
export function withVariables(text: string, values: Readonly<Record<string, string>>): string {
  let changed = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}=${quoted(value)}`;
    const set = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*$`, 'm');
    // A function, since `$` in a value is no reference.
    changed = set.test(changed) ? changed.replace(set, () => line) : `${changed}${line}\n`;
  }
  return changed;
}

/** So that dotenv reads the value as it is: it knows no escapes but of line ends. */
function quoted(value: string): string {
  if (/^[\w.:/@+=,-]*$/.test(value)) return value;
  const quote = ["'", '"', '`'].find((each) => !value.includes(each)) ?? "'";
  return `${quote}${value}${quote}`;
}
