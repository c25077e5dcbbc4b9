import type { DocumentText, Heading } from './document-text.js';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$/;
const LONGEST_TITLE = 200;

/** Markdown as it stands, and its ATX headings; what stands in a fence is none. */
export function readMarkdown(text: string): DocumentText {
  const headings: Heading[] = [];
  let at = 0;
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else {
      const [, signs, title] = HEADING.exec(line.replace(/\r$/, '')) ?? [];
      if (signs !== undefined && title !== undefined)
        headings.push({ at, level: signs.length, title: title.slice(0, LONGEST_TITLE) });
    }
    at += line.length + 1;
  }
  return { text, headings };
}
