/**
 * The end of a text that still grows, so that it can be drawn without a flicker: a mark whose other half has not come is
 * held back or closed, a table shows its rows whole, a link its words alone.
 * @param block the last block of the text
 */
export function settle(block: string): string {
  const fence = openFence(block);
  if (fence !== undefined) return holdBackFenceEnd(block, fence);
  const lines = block.split('\n');
  const last = lines.at(-1) ?? '';
  const before = lines.slice(0, -1);
  // The beginning of a fence, a list mark, a rule or a heading: what it becomes is known when the line has words.
  if (/^\s*(?:`{1,2}|`{3,}[^\n]*|~+|[-*+]|\d{1,9}[.)]?|#{1,6}|[-*_=\s]{1,3}|>)$/.test(last))
    return before.join('\n');
  if (isTable(lines)) return holdBackRow(lines);
  return [
    ...before.slice(0, paragraphStart(before)),
    closeMarks([...before, last].slice(paragraphStart(before)).join('\n')),
  ].join('\n');
}

/** The marker of a fence that is open at the end of the text. */
function openFence(text: string): string | undefined {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) continue;
    if (open === undefined) open = mark;
    else if (mark[0] === open[0] && mark.length >= open.length && line.trim() === mark) open = undefined;
  }
  return open;
}

/** Marks at the end of a fence may be the end of it. */
function holdBackFenceEnd(text: string, fence: string): string {
  const end = text.lastIndexOf('\n');
  const last = text.slice(end + 1).trim();
  return end !== -1 && last !== '' && fence.startsWith(last) ? text.slice(0, end) : text;
}

function isTable(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.every((line) => line.trim() === '' || line.trimStart().startsWith('|'));
}

/** A table has rows once its line of dashes is whole; its last row shows when its line is. */
function holdBackRow(lines: readonly string[]): string {
  const whole = lines.slice(0, -1);
  return whole.length < 2 ? '' : whole.join('\n');
}

function paragraphStart(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() === '') + 1;
}

/** Closes what is open in a paragraph: code, bold, italic, struck out, a link. */
function closeMarks(text: string): string {
  const ticks = [...text.matchAll(/`+/g)];
  if (ticks.length % 2 === 1) {
    const [mark = '`'] = ticks.at(-1) ?? [];
    const rest = text.slice(text.lastIndexOf(mark) + mark.length);
    return rest.trim() === '' ? text.slice(0, text.lastIndexOf(mark)) : text + mark;
  }
  let out = text.replace(/!?\[([^\]\n]*)\]\([^)\n]*$/, '$1').replace(/!?\[([^\]\n]*)$/, '$1');
  const bare = out.replace(/`+[^`]*`+/g, (code) => ' '.repeat(code.length)).replace(/\\[\s\S]/g, '  ');
  for (const mark of ['**', '__', '~~', '*', '_']) {
    const at = marksOf(bare, mark);
    if (at.length % 2 === 0) continue;
    const open = at.at(-1) ?? 0;
    const inside = out.slice(open + mark.length);
    out = inside.trim() === '' ? out.slice(0, open) : out.trimEnd() + mark;
    break;
  }
  // Half of a mark of two characters.
  return out.replace(/(?<=\s|^)[*_~]+$/, '');
}

/** Where a mark stands that may open or close something; `*` between blanks is a star. */
function marksOf(text: string, mark: string): number[] {
  const pattern =
    mark.length === 2
      ? new RegExp(`\\${mark[0]}\\${mark[1]}`, 'g')
      : new RegExp(`(?<!\\${mark})\\${mark}(?!\\${mark})`, 'g');
  return [...text.matchAll(pattern)]
    .map(({ index }) => index)
    .filter((at) => {
      const before = text[at - 1] ?? ' ';
      const after = text[at + mark.length] ?? ' ';
      if (/\s/.test(before) && /\s/.test(after) && after !== ' ') return false;
      if (/\s/.test(before) && /\s/.test(after)) return at + mark.length >= text.length;
      return !(mark.includes('_') && /\w/.test(before) && /\w/.test(after));
    });
}
