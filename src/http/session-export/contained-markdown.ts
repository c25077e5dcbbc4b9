const CONTROL = /[^\P{Cc}\n\t]/gu;
/** Lines that begin a block of HTML, in which Markdown has no say; `<https:` is a link. */
const HTML_BLOCK = /^( {0,3})<(?=[a-z/!?])(?![a-z][a-z\d+.-]+:)/i;
/** Tags that are headings, or that take in what follows them, wherever they stand. */
const TAG =
  /(?<!\\)(\\*)<(?=\/?(?:h[1-6]|script|style|pre|textarea|details|title|iframe|template|xmp|plaintext)\b)/gi;
/** A first or second heading by its signs, as titles and turns of the document are. */
const HEADING = /^( {0,3})(?=#{1,2}(?:[ \t]|$))/;
/** The line that makes a heading of the one above it. */
const UNDERLINE = /^( {0,3})(?=(?:=+|-+)[ \t]*$)/;
/** Code between fences. Only at the very edge, where no list that they stand in can end them. */
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;

/**
 * The Markdown of a message for a document of several: it stays Markdown, but makes no heading of the document's own ranks,
 * leaves no code or HTML open, and holds no control character, so that it cannot pass for the message of another.
 */
export function containedMarkdown(content: string): string {
  const lines = content
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(CONTROL, '')
    .trimEnd()
    .split('\n');
  let fence: string | undefined;
  let above = '';
  const contained = lines.map((line) => {
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined;
      above = '';
      return line;
    }
    const [, ticks, tildes] = FENCE.exec(line) ?? [];
    fence = ticks ?? tildes;
    const underlines = above.trim() !== '';
    above = line;
    if (fence !== undefined) return line;
    const text = line.replace(HTML_BLOCK, '$1\\<').replace(TAG, escapeTag).replace(HEADING, '$1\\');
    return underlines ? text.replace(UNDERLINE, '$1\\') : text;
  });
  return [...contained, ...(fence === undefined ? [] : [fence])].join('\n');
}

/** A tag after an odd number of backslashes is escaped already; one more would undo that. */
function escapeTag(tag: string, slashes: string): string {
  return slashes.length % 2 === 1 ? tag : `${slashes}\\<`;
}

/** Whether the line ends code that began with `fence`: as many of the same sign or more, and nothing else. */
function closes(line: string, fence: string): boolean {
  const signs = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return signs?.startsWith(fence) === true;
}
