/** What stands on a terminal after this was written to it: line ends, carriage returns, cursor up, clear below, colours. */
export function screenAfter(written: string): readonly string[] {
  const lines: string[] = [''];
  let row = 0;
  let column = 0;
  const ESC = String.fromCharCode(27);
  for (let at = 0; at < written.length; ) {
    const char = written[at] ?? '';
    if (char === ESC) {
      const [whole = '', count = '', letter = ''] = /^\[(\d*)([A-Za-z])/.exec(written.slice(at + 1)) ?? [];
      if (letter === 'A') row -= Number(count || 1);
      else if (letter === 'C') column += Number(count || 1);
      else if (letter === 'J') {
        lines.length = row + 1;
        lines[row] = (lines[row] ?? '').slice(0, column);
      } else if (letter !== 'm') throw new Error(`The screen does not know ${JSON.stringify(whole)}.`);
      at += 1 + whole.length;
      continue;
    }
    at += 1;
    if (char === '\r') column = 0;
    else if (char === '\n') {
      row += 1;
      column = 0;
      lines[row] ??= '';
    } else {
      const line = (lines[row] ?? '').padEnd(column);
      lines[row] = line.slice(0, column) + char + line.slice(column + 1);
      column += 1;
    }
  }
  return lines.map((line) => line.trimEnd());
}
